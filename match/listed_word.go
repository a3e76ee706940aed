package match

// listedWord is what the word lists know of one word: they are asked once for a word, and not each for itself.
type listedWord struct {
	negation  string // canonical form
	negates   bool
	negatesIn langs
	modal     []sense
	phrases   int // most words of a modal phrase that starts with it
	number    numberWord
	isNumber  bool
	isUnit    bool
	frequent  langs
	classes   wordClass
}

// look returns what the lists know of a word, nil where it stands in none.
func (l *lexicon) look(w string) *listedWord {
	if !l.listed.may(wordHash(w)) {
		return nil
	}
	for i := slotOf(w); ; i++ {
		if x := &l.slots[i&(slots-1)]; x.word == w || x.listed == nil {
			return x.listed
		}
	}
}

// lookBytes is look for bytes.
func (l *lexicon) lookBytes(w []byte) *listedWord {
	if !l.listed.may(wordHash(w)) {
		return nil
	}
	for i := slotOf(w); ; i++ {
		if x := &l.slots[i&(slots-1)]; x.word == string(w) || x.listed == nil {
			return x.listed
		}
	}
}

// slots is the size of the table of listed words, a power of two: it must be twice their number at least.
const slots = 1 << 14

type listedSlot struct {
	word   string
	listed *listedWord
}

// slotOf is where the look for a word begins.
func slotOf[T string | []byte](w T) int {
	h := uint32(len(w))
	for i := range len(w) {
		h = (h ^ uint32(w[i])) * 0x9E3779B1
	}
	return int(h >> 18)
}

// collect gathers what the lists have, once they are read.
func (l *lexicon) collect() {
	l.listedWords = map[string]*listedWord{}
	of := func(w string) *listedWord {
		x := l.listedWords[w]
		if x == nil {
			x = new(listedWord)
			l.listedWords[w] = x
			l.listed.add(wordHash(w))
		}
		return x
	}
	for w, canonical := range l.negation {
		x := of(w)
		x.negation, x.negates, x.negatesIn = canonical, true, l.negates[w]
	}
	for w, senses := range l.modal {
		of(w).modal = senses
	}
	for w, n := range l.phrases {
		of(w).phrases = n
	}
	for w, n := range l.numbers {
		x := of(w)
		x.number, x.isNumber = n, true
	}
	for w := range l.units {
		of(w).isUnit = true
	}
	for w, in := range l.frequent {
		of(w).frequent = in
	}
	for w, classes := range grammar().classes {
		of(w).classes = classes
	}
	if 2*len(l.listedWords) > slots {
		panic("match: the table of listed words is too small") // a test reads all lists
	}
	l.slots = make([]listedSlot, slots)
	for w, x := range l.listedWords {
		i := slotOf(w)
		for l.slots[i&(slots-1)].listed != nil {
			i++
		}
		l.slots[i&(slots-1)] = listedSlot{w, x}
	}
}

// wordFilter tells without a look-up that a word is in none of some lists: one bit for each hash.
type wordFilter [1 << 10]uint64

func (f *wordFilter) add(h uint16) { f[h>>6] |= 1 << (h & 63) }

func (f *wordFilter) may(h uint16) bool { return f[h>>6]>>(h&63)&1 != 0 }

// wordHash is made of the length of a word and of three of its bytes.
func wordHash[T string | []byte](w T) uint16 {
	n := len(w)
	if n == 0 {
		return 0
	}
	return uint16((uint32(w[0])*0x9E3779B1 ^ uint32(w[n-1])*0x85EBCA6B ^ uint32(w[n/2])*0xC2B2AE35 ^ uint32(n)*0x27D4EB2F) >> 16)
}
