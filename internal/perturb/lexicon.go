package perturb

import (
	"strings"
	"unicode"
)

// lexicon holds the words of one language that modes look for. Everything is in lower case. A language needs its stop words; whatever
// else is empty only takes modes away from texts in it.
type lexicon struct {
	kana     bool        // its texts hold kana; those of other lexicons in such a script do not
	stop     []string    // frequent words that tell the language
	swap     [][]string  // function words that drift into one another and leave the meaning alone
	deny     [][2]string // verb, and the verb denied
	negation []string    // words whose loss turns a sentence round, the longest first where one begins another
	modal    [][2]string // each way
	andOr    [2]string
	opposite [][2]string // each way
	numbers  []string    // number words that can stand for one another
	units    []string    // units that can stand for one another after a number
}

// language returns the lexicon whose stop words the text has most of, nil when no language has two.
func language(s string) *lexicon {
	seen := make(map[string]int)
	for _, w := range words(s) {
		seen[fold(w.in(s))]++
	}
	kana := strings.ContainsFunc(s, func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana) })
	var best *lexicon
	most := 1
	for i := range lexicons {
		if kana != lexicons[i].kana && unspaced(after(lexicons[i].stop[0], 0)) {
			continue
		}
		n := 0
		for _, w := range lexicons[i].stop {
			n += seen[w]
		}
		if n > most {
			most, best = n, &lexicons[i]
		}
	}
	return best
}

// guarded says that a meaning hangs on the word in some language of the list. Too many is harmless: damage goes elsewhere. (The Dutch "of"
// and the Italian "due" are left out, as they are among the most frequent words of English.)
func guarded(w string) bool {
	w = fold(w)
	if guardedWords[w] || strings.HasSuffix(w, "n't") {
		return true
	}
	other := false
	for _, c := range w {
		if c >= 0x2e80 && strings.ContainsRune(guardedRunes, c) {
			return true
		}
		other = other || c >= 0x590
	}
	if !other {
		return false
	}
	for _, part := range guardedParts {
		if strings.Contains(w, part) {
			return true
		}
	}
	w = bare(w)
	if rest, ok := strings.CutPrefix(w, "و"); ok && guardedWords[rest] {
		return true
	}
	if rest, ok := strings.CutPrefix(w, "ف"); ok && guardedWords[rest] {
		return true
	}
	return guardedWords[w]
}

// bare takes vowel points off Arabic and Hebrew and gives an alef one form: the lists have neither.
func bare(w string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 0x591 && c <= 0x5c7, c == 'ـ', c >= 0x610 && c <= 0x61a, c >= 0x64b && c <= 0x65f, c == 0x670, c >= 0x6d6 && c <= 0x6ed:
			return -1
		case c == 'ٱ', c == 'أ', c == 'إ', c == 'آ':
			return 'ا'
		}
		return c
	}, w)
}

// guardedParts deny or count as a part of a word, in languages that put them there: Japanese, Korean, Thai, Turkish.
var guardedParts = []string{"ない", "なく", "なけ", "なか", "なし", "ません", "ぬ", "ず", "않", "없", "못", "아니", "안", "말", "ไม่", "มิ", "ห้าม"}

// negatedPrefix returns the length in runes of a prefix that may deny the rest of the word, 0 if there is none.
func negatedPrefix(w string) int {
	for _, p := range []string{"un", "in", "im", "ir", "il", "non", "dis", "mis", "de", "a"} {
		if strings.HasPrefix(w, p) && len(w) > len(p)+2 {
			return len(p) + 1
		}
	}
	return 0
}

// unspaced says that the script of c is written without spaces between words.
func unspaced(c rune) bool {
	return c >= 0x0e00 && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// guardedRunes are Han characters that deny, count or bind.
const guardedRunes = "不没沒無无非未莫勿弗否别別毋一二三四五六七八九十百千万萬亿億零两兩半或和与與及且可必须須应應能会會只仅僅唯皆都每各大小多少上下前后後"

var guardedWords = setOf(
	// negation, exception, condition
	`no not never none nobody nothing nowhere neither nor cannot cant dont doesnt didnt wont wouldnt isnt arent wasnt werent hasnt havent hadnt shouldnt
	couldnt without except excepting excluding unless until till if whether provided lest although though however but yet only merely hardly scarcely
	barely rarely seldom fail fails failed failing failure deny denies denied denying refuse refuses refused refusing lack lacks lacked lacking absent
	absence prevent prevents prevented prohibit prohibits prohibited forbid forbids forbidden reject rejects rejected decline declines declined
	against instead rather despite because since while unable impossible false untrue exclude excludes excluded nay naught`,
	// modality, quantity, comparison, order in time
	`may might must shall should will would can could ought need needs required requires all any some every each both either many much few several most more
	less least fewer enough and or than before after during always often sometimes usually now then ever again above below under over up down within
	beyond between first last former latter next previous likely unlikely possible possibly probably perhaps maybe alleged allegedly suspected
	certainly surely definitely frequently generally typically solely merely entirely denial refusal disallows negates omitted
	apparently about approximately nearly almost exactly increase increases increased decrease decreases decreased same other another such own`,
	// numbers and units
	`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty
	fifty sixty seventy eighty ninety hundred thousand million billion dozen half third quarter second fourth fifth sixth seventh eighth ninth tenth
	once twice double triple single percent cent dollar dollars euro euros pound pounds day days week weeks month months year years hour hours
	minute minutes mile miles metre metres meter meters km kg mg cm mm`,
	// German, Dutch
	`häufig meist meistens meisten oft selten vielleicht vermutlich möglicherweise
	nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends weder noch ohne außer wenn falls sofern aber nur kaum und oder kann muss
	darf soll sollte könnte müsste alle einige jeder jede jedes mehr weniger vor nach immer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert
	tausend niet geen nooit niemand niets noch zonder tenzij als maar alleen en kan moet mag zal alle sommige meer minder voor na altijd twee drie
	vijf zes zeven acht negen tien honderd duizend`,
	// French, Spanish, Portuguese, Italian
	`falta negar niega souvent rarement certains beaucoup muchos muchas veces solamente únicamente pelo muitos muitas molti molte spesso
	ne pas jamais rien personne aucun aucune ni non sans sauf si mais seulement et ou peut doit pourrait devrait tous toutes quelques chaque plus moins
	avant après toujours deux trois quatre cinq sept huit neuf dix cent mille nunca jamás nada nadie ningún ninguna ningún tampoco sin salvo pero
	solo sólo y o e u puede debe podría debería todos todas algunos algunas cada más menos antes después siempre dos tres cuatro cinco seis siete ocho
	nueve diez cien mil não nem sem exceto se mas só ou pode deve todos alguns mais antes depois sempre dois três quatro sete oito dez cem mai niente
	nulla nessuno nessuna né senza tranne ma soltanto può deve tutti alcuni ogni più meno prima dopo sempre tre quattro cinque sei sette otto nove dieci cento`,
	// counted and ordered, and what is left of the list above
	`hundreds thousands millions billions trillion trillions dozens tens halves thirds quarters eleventh twelfth thirteenth fourteenth fifteenth sixteenth
	seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth percents forties
	fifties sixties seventies eighties nineties twenties thirties doubled halved
	ersten erste erster zweite zweiten dritte dritten vierte dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig
	million millionen milliarden hälfte keineswegs außerdem ausgenommen
	premier première premiers premières second seconde deuxième troisième quatrième cinquième onze douze treize quatorze quinze seize vingt trente
	quarante cinquante soixante moitié milliers millions milliard milliards nul nulle hormis excepté
	primer primero primera primeros primeras segundo segunda tercer tercero tercera cuarto cuarta quinto quinta once doce trece catorce quince veinte treinta
	cuarenta cincuenta sesenta setenta ochenta noventa doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos
	millón millones mitad excepto
	primeiro primeira segundo terceiro terceira quarto onze doze treze vinte trinta quarenta cinquenta milhão milhões metade nenhum nenhuma ninguém nada
	primo prima secondo seconda terzo terza quarto undici dodici venti trenta quaranta cinquanta milioni milione metà nessun neanche nemmeno neppure
	eerste tweede derde vierde elf twaalf dertien veertien twintig dertig miljoen helft behalve`,
	// Swedish, Danish, Norwegian, Finnish, Hungarian, Czech, Romanian, Turkish, Vietnamese, Indonesian
	`inte ej icke ingen inget inga aldrig utan två tre fyra fem sex sju åtta nio tio första andra tredje hundra tusen ikke intet aldri uden uten første anden
	fire seks syv otte eivät eikä ilman kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen ensimmäinen toinen nem ne sem nincs
	sincs nélkül két kettő három négy öt hét nyolc kilenc tíz első második ne není nejsou bez žádný nikdo dva tři čtyři pět šest sedm osm devět deset
	první druhý nu fără nici doi două trei patru cinci șase șapte opt nouă zece primul prima değil yok hiç hiçbir olmayan olmadan olmaz bir iki üç dört
	beş altı yedi sekiz dokuz yüz ilk birinci ikinci không chẳng chưa đừng hai ba bốn năm sáu bảy tám chín mười trăm nghìn tidak bukan jangan
	tanpa belum dua tiga empat lima enam tujuh delapan sembilan sepuluh pertama kedua`,
	// Polish, Russian, Ukrainian, Greek, Hebrew, Hindi and Marathi, Persian, Urdu
	`pierwszy pierwsza drugi druga trzeci dwie dwóch trzech dwadzieścia połowa oprócz poza нету кроме исключая две двух двумя трех трёх первый первая первое первого
	второй вторая третий двадцать тридцать сорок пятьдесят миллион миллионов миллиард половина оба обе немає без крім жоден два три чотири перший
	δεν μη μην όχι ούτε χωρίς κανείς κανένας κανένα καμία ουδείς πλην δύο τρεις τρία τέσσερις πέντε έξι επτά οκτώ εννέα δέκα πρώτος πρώτη πρώτο δεύτερος
	לא אין אל בלי ללא בלתי אינו אינה אינם מבלי אף שום שתי שני שניים שלוש שלושה ארבע חמש שש שבע שמונה תשע עשר עשרה ראשון ראשונה ואין ולא שלא
	नहीं नही न मत बिना नाही नये नको विना एक दो तीन चार पाँच पांच छह सात आठ नौ दस सौ हज़ार हजार लाख पहला पहली पहले दूसरा दूसरी दोन पहिला نه نیست بدون نمی هیچ دو سه چهار
	پنج شش هفت هشت ده نہیں نہ بغیر مت`,
	// Polish, Russian, Arabic
	`nie nigdy nikt nic żaden ani bez jeśli ale tylko i lub może musi wszyscy każdy więcej mniej przed po zawsze dwa trzy cztery pięć sześć siedem osiem dziewięć
	dziesięć sto tysiąc не ни нет никогда никто ничто без если но только и или может должен все каждый больше меньше до после всегда два три четыре пять шесть
	должна должно должны могут могли могла многие многих всех часто обычно возможно
	семь восемь девять десять сто тысяча لا لم لن ليس ليست ما غير بدون إلا إن إذا لكن فقط و أو كل بعض قبل بعد أكثر أقل لئن الا دون سوى بلا كلا ليسوا لست لسنا ولا فلا
	فلن اذا اذ لو لولا ان انما واحد اثنان اثنين ثلاثة اربعة خمسة ستة سبعة ثمانية تسعة عشرة مائة الف الاول الثاني الثالث`,
)

func setOf(lists ...string) map[string]bool {
	set := make(map[string]bool)
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			set[w] = true
			if w[0] >= 0xd6 && w[0] < 0xe0 { // Hebrew, Arabic
				set[bare(w)] = true
			}
		}
	}
	return set
}
