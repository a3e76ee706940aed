package match

import (
	"fmt"
	"strings"
	"testing"

	"example.com/verbatim/normalize"
)

var englishUnits = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
var englishTens = strings.Fields("_ _ twenty thirty forty fifty sixty seventy eighty ninety")

// english writes a number below a million in words.
func english(n int64) string {
	switch {
	case n < 20:
		return englishUnits[n]
	case n < 100:
		if n%10 == 0 {
			return englishTens[n/10]
		}
		return englishTens[n/10] + "-" + englishUnits[n%10]
	case n < 1000:
		return englishUnits[n/100] + " hundred" + rest(n%100, " and ", english)
	}
	between := " "
	if n%1000 < 100 {
		between = " and "
	}
	return english(n/1000) + " thousand" + rest(n%1000, between, english)
}

// rest writes what is left of a number, where anything is.
func rest(n int64, between string, write func(int64) string) string {
	if n == 0 {
		return ""
	}
	return between + write(n)
}

var germanUnits = strings.Fields("null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn")
var germanTens = strings.Fields("_ _ zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")

func german(n int64) string {
	switch {
	case n < 20:
		return germanUnits[n]
	case n < 100:
		if n%10 == 0 {
			return germanTens[n/10]
		}
		return germanUnits[n%10] + "und" + germanTens[n/10]
	case n < 1000:
		return germanUnits[n/100] + "hundert" + rest(n%100, "", german)
	}
	return german(n/1000) + "tausend" + rest(n%1000, "", german)
}

var dutchUnits = strings.Fields("nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien")
var dutchTens = strings.Fields("_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig")

func dutch(n int64) string {
	switch {
	case n < 20:
		return dutchUnits[n]
	case n < 100:
		if n%10 == 0 {
			return dutchTens[n/10]
		}
		u, and := dutchUnits[n%10], "en"
		if strings.HasSuffix(u, "e") {
			and = "ën"
		}
		return u + and + dutchTens[n/10]
	case n < 1000:
		h := ""
		if n >= 200 {
			h = dutchUnits[n/100]
		}
		return h + "honderd" + rest(n%100, "", dutch)
	}
	h := ""
	if n >= 2000 {
		h = dutch(n / 1000)
	}
	return h + "duizend" + rest(n%1000, " ", dutch)
}

var frenchUnits = strings.Fields("zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf")
var frenchTens = strings.Fields("_ _ vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt")

func french(n int64) string {
	switch {
	case n < 20:
		return frenchUnits[n]
	case n < 100:
		ten, unit := frenchTens[n/10], n%10
		if n/10 == 7 || n/10 == 9 {
			unit += 10
		}
		switch {
		case n == 80:
			return ten + "s"
		case unit == 0:
			return ten
		case unit%10 == 1 && n < 80:
			return ten + " et " + frenchUnits[unit]
		}
		return ten + "-" + frenchUnits[unit]
	case n < 1000:
		h := "cent"
		if n >= 200 {
			h = frenchUnits[n/100] + " cent"
		}
		return h + rest(n%100, " ", french)
	}
	h := "mille"
	if n >= 2000 {
		h = french(n/1000) + " mille"
	}
	return h + rest(n%1000, " ", french)
}

var spanishUnits = strings.Fields("cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve")
var spanishTens = strings.Fields("_ _ _ treinta cuarenta cincuenta sesenta setenta ochenta noventa")
var spanishHundreds = strings.Fields("_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")

func spanish(n int64) string {
	switch {
	case n < 30:
		return spanishUnits[n]
	case n < 100:
		return spanishTens[n/10] + rest(n%10, " y ", spanish)
	case n == 100:
		return "cien"
	case n < 1000:
		return spanishHundreds[n/100] + rest(n%100, " ", spanish)
	}
	h := "mil"
	if n >= 2000 {
		h = spanish(n/1000) + " mil"
	}
	return h + rest(n%1000, " ", spanish)
}

var italianUnits = strings.Fields("zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove")
var italianTens = strings.Fields("_ _ venti trenta quaranta cinquanta sessanta settanta ottanta novanta")

func italian(n int64) string {
	switch {
	case n < 20:
		return italianUnits[n]
	case n < 100:
		ten, unit := italianTens[n/10], italianUnits[n%10]
		switch n % 10 {
		case 0:
			return ten
		case 1, 8:
			ten = ten[:len(ten)-1]
		case 3:
			unit = "tré"
		}
		return ten + unit
	case n < 1000:
		h := ""
		if n >= 200 {
			h = italianUnits[n/100]
		}
		return h + "cento" + rest(n%100, "", italian)
	}
	h := "mille"
	if n >= 2000 {
		h = italian(n/1000) + "mila"
	}
	return h + rest(n%1000, "", italian)
}

var russianUnits = strings.Fields("ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать")
var russianTens = strings.Fields("_ _ двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто")
var russianHundreds = strings.Fields("_ сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот")

func russian(n int64) string {
	switch {
	case n < 20:
		return russianUnits[n]
	case n < 100:
		return russianTens[n/10] + rest(n%10, " ", russian)
	case n < 1000:
		return russianHundreds[n/100] + rest(n%100, " ", russian)
	}
	return russian(n/1000) + " тысяч" + rest(n%1000, " ", russian)
}

var portugueseUnits = strings.Fields("zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove")
var portugueseTens = strings.Fields("_ _ vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
var portugueseHundreds = strings.Fields("_ cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos")

func portuguese(n int64) string {
	switch {
	case n < 20:
		return portugueseUnits[n]
	case n < 100:
		return portugueseTens[n/10] + rest(n%10, " e ", portuguese)
	case n == 100:
		return "cem"
	case n < 1000:
		return portugueseHundreds[n/100] + rest(n%100, " e ", portuguese)
	}
	h := "mil"
	if n >= 2000 {
		h = portuguese(n/1000) + " mil"
	}
	return h + rest(n%1000, " ", portuguese)
}

var polishUnits = strings.Fields("zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście")
var polishTens = strings.Fields("_ _ dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt")
var polishHundreds = strings.Fields("_ sto dwieście trzysta czterysta pięćset sześćset siedemset osiemset dziewięćset")

func polish(n int64) string {
	switch {
	case n < 20:
		return polishUnits[n]
	case n < 100:
		return polishTens[n/10] + rest(n%10, " ", polish)
	case n < 1000:
		return polishHundreds[n/100] + rest(n%100, " ", polish)
	case n < 2000:
		return "tysiąc" + rest(n%1000, " ", polish)
	}
	return polish(n/1000) + " tysięcy" + rest(n%1000, " ", polish)
}

var arabicUnits = strings.Fields("صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة")
var arabicTens = strings.Fields("_ عشرة عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون")

// arabic writes a number below a hundred, but for those from 11 to 19.
func arabic(n int64) string {
	switch {
	case n < 10:
		return arabicUnits[n]
	case n%10 == 0:
		return arabicTens[n/10]
	}
	return arabicUnits[n%10] + " و" + arabicTens[n/10]
}

const hanUnits = "零一二三四五六七八九"

func chinese(n int64) string {
	unit := func(d int64) string { return string([]rune(hanUnits)[d]) }
	switch {
	case n < 10:
		return unit(n)
	case n < 20:
		return "十" + rest(n%10, "", chinese)
	}
	for _, p := range [...]struct {
		value int64
		name  string
	}{{1000, "千"}, {100, "百"}, {10, "十"}} {
		if n >= p.value {
			zero := ""
			if n%p.value > 0 && n%p.value < p.value/10 {
				zero = "零"
			}
			if left := n % p.value; left >= 10 && left < 20 {
				return unit(n/p.value) + p.name + zero + "一" + chinese(left)
			}
			return unit(n/p.value) + p.name + rest(n%p.value, zero, chinese)
		}
	}
	return ""
}

func valuesOf(text string) []number {
	u := normalize.AppendUnits(nil, []byte(text), 0, len(text), normalize.Options{Reading: normalize.Literal})
	return numbers(u, []byte(text))
}

// TestNumberWords: numbers in words have the value of the same numbers in digits, and stand as one.
func TestNumberWords(t *testing.T) {
	step := int64(1)
	if testing.Short() {
		step = 7
	}
	for name, write := range map[string]func(int64) string{"English": english, "German": german, "Dutch": dutch, "French": french, "Spanish": spanish,
		"Italian": italian, "Russian": russian, "Portuguese": portuguese, "Polish": polish, "Chinese": chinese} {
		bad := 0
		for n := int64(2); n < 10_000; n += step {
			w := write(n)
			if w == "once" { // English knows it otherwise
				continue
			}
			got := valuesOf("x " + w + " z")
			if len(got) == 1 && got[0].value == plainDigits(n) {
				continue
			}
			if bad++; bad <= 5 {
				t.Errorf("%s: %q is %v, want %d", name, w, got, n)
			}
		}
		if bad > 0 {
			t.Errorf("%s: %d wrong", name, bad)
		}
	}
}

// TestArabicNumberWords: the unit stands before its ten, joined to it by a prefix.
func TestArabicNumberWords(t *testing.T) {
	for n := int64(2); n < 100; n++ {
		if n > 10 && n < 20 || n%10 == 1 {
			continue
		}
		if got := valuesOf("أ " + arabic(n) + " ب"); len(got) != 1 || got[0].value != plainDigits(n) {
			t.Errorf("%q is %v, want %d", arabic(n), got, n)
		}
	}
}

// TestRoman: every Roman numeral has one spelling, and no other word is one.
func TestRoman(t *testing.T) {
	for v := 1; v < 4000; v++ {
		if got := roman(writeRoman(v)); got != v {
			t.Errorf("%s is %d, want %d", writeRoman(v), got, v)
		}
	}
	for _, w := range [...]string{"", "iiii", "vv", "ic", "iix", "mill", "civil", "did", "vivid", "lid", "xiviii"} {
		if v := roman(w); v != 0 {
			t.Errorf("%q is %d", w, v)
		}
	}
}

// TestNumbers lists the numbers that texts hold.
func TestNumbers(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", ""},
		{"no number", ""},
		{"10,000 10 000 10'000 10000", "10000 10000 10000 10000"},
		{"1.5 1,5 1.500 1.500.000", "1.5 1.5 1.500 1500000"},
		{"-5 +3 a-5 10-20 −4", "-5 +3 5 10 20 -4"},
		{"$5 5 $ € 7 US$ 9 AUD 3 4 kr", "5$ 5$ 7€ 9us$ 3a$ 4"},
		{"5% 5 % 5 percent 5 Prozent 5 процентов 3‰", "5% 5% 5% 5% 5% 3‰"},
		{"10⁶ x² 3 m² 10^6 6.02e-23 10^{-3}", "10^6 3 10^6 6.02e-23 10^-3"},
		{"½ 1½ 3/4", "1/2 1 1/2 3/4"},
		{"01.02.2022 1/2/2022 2022-02-01 1-2-22", "1/2/2022 1/2/2022 2022/2/1 1/2/22"},
		{"1.2.3 10.0.0.1 99.99.99.99", "1.2.3 10.0.0.1 99.99.99.99"},
		{"1st 2nd first second 21st twenty-first", "1 2 1 2 21 21"},
		{"half, one half, three quarters, two thirds", "1/2 1/2 3/4 2/3"},
		{"4 million, 2.5 million, two million, a million", "4000000 2500000 2000000 1000000"},
		{"nineteen eighty-four, twenty twenty", "1984 2020"},
		{"two and three, five six", "2 3 5 6"},
		{"a dozen, two dozen", "12 24"},
		{"10万 三千五百 两 二〇二四年 一样", "100000 3500 2 2024"},
		{"٢٥ २५ ２５", "25 25 25"},
		{"zweite dritten einundzwanzigsten", "2 3 21"},
		{"3 May, May 3, may, in June", "3-5 3-5 M6"},
		{"un chat, vingt et un chats", "21"},
		{"三百五十 二千零二十四 九億", "350 2024 900000000"},
		{"fünf 5 Mio. 5 Mrd 5 tys. 5 mln $5m $5bn 5k", "5 5000000 5000000000 5000 5000000 5000000$ 5000000000$ 5000"},
		{"Article IV, Part 2, Henry VIII, Appendix A, section 2(a)(iv)", "4 2 8 a 2 a iv"},
		{"mix did I civil a vi", "6"},
		{"x < 5, a >= 3, 2 ± 1, p53+", "< 5 ≥ 3 2 ± 1 53 +"},
		{"thirty (30) days, 30 (thirty) days, thirty (40) days", "30 30 30 40"},
		{"1 May 2022, May 1, 2022, 2022-05-01, 01.05.2022", "1-5 1-5 2022/5/1 1/5/2022"},
		{"44 BC, 44 AD, 5 p.m.", "44bc 44 5"},
		{"978-3-16-148410-0, 10-20-30", "9783161484100 10/20/30"},
		{"wi11 l1ttle", "11 1"},
		{"#00ff0a #12", "00ff0a 12"},
	} {
		var got []string
		for _, n := range valuesOf(tc.text) {
			v := n.value
			if n.day.month > 0 && v == "" {
				v = fmt.Sprintf("%d-%d", n.day.day, n.day.month)
			}
			if n.hard {
				v += n.unit
			}
			got = append(got, v)
		}
		if s := strings.Join(got, " "); s != tc.want {
			t.Errorf("%q: %s, want %s", tc.text, s, tc.want)
		}
	}
}
