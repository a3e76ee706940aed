package normalize

import "unicode"

// latinTwin gives the Latin letter that a Cyrillic or Greek letter (folded) is taken for, or 0. Greek letters that stand for quantities
// and units in Latin words (μ, ω, σ, δ, π, λ …) have none: 5 μm is not 5 mm.
func latinTwin(r rune) rune {
	switch r {
	case 'а', 'α':
		return 'a'
	case 'в':
		return 'b'
	case 'с':
		return 'c'
	case 'ԁ':
		return 'd'
	case 'е', 'ε':
		return 'e'
	case 'һ', 'н':
		return 'h'
	case 'і', 'ι':
		return 'i'
	case 'ј':
		return 'j'
	case 'к', 'κ':
		return 'k'
	case 'ӏ':
		return 'l'
	case 'м':
		return 'm'
	case 'η':
		return 'n'
	case 'о', 'ο':
		return 'o'
	case 'р', 'ρ':
		return 'p'
	case 'ԛ':
		return 'q'
	case 'ѕ':
		return 's'
	case 'т', 'τ':
		return 't'
	case 'υ':
		return 'u'
	case 'ν':
		return 'v'
	case 'ԝ':
		return 'w'
	case 'х', 'χ':
		return 'x'
	case 'у':
		return 'y'
	case 'ζ':
		return 'z'
	}
	return 0
}

// sameLetter gives the letter or sign that stands for r whatever its word: Arabic and Persian keyboards make different code points of kaf and
// yeh, and the multiplication sign is mostly typed as x. 0 where there is none.
func sameLetter(r rune) rune {
	switch r {
	case 'ک':
		return 'ك'
	case 'ی':
		return 'ي'
	case '×':
		return 'x'
	}
	return 0
}

// foreignTwin is the reverse of latinTwin, for the Cyrillic or for the Greek script; 0 where there is none.
func foreignTwin(r rune, greek bool) rune {
	const latin, cyrillic, greekTwins = "abcdehijklmnopqstuvwxyz", "авсԁеніјкӏм\x00орԛѕт\x00\x00ԝху\x00", "α\x00\x00\x00ε\x00ι\x00κ\x00\x00ηορ\x00\x00τυν\x00χ\x00ζ"
	twins := cyrillic
	if greek {
		twins = greekTwins
	}
	k := 0
	for _, t := range twins {
		if rune(latin[k]) == r {
			return t
		}
		k++
	}
	return 0
}

// minMixed is the shortest word, in letters, whose scripts are reconciled: in shorter ones a letter of another script is more often a
// symbol (αβ, Δx, μm) than a mistake.
const minMixed = 4

// reconcile gives the letters of words that mix Latin with Cyrillic or Greek one script, where every letter of the rarer script has a
// twin in the other. The script with more letters wins; when they are as many, Latin if it can.
func reconcile(units []Unit) {
	for i := 0; i < len(units); {
		var latin, cyrillic, greek, phonetics int
		j := i
	word:
		for ; j < len(units); j++ {
			switch scriptOf(units[j].R) {
			case latinScript:
				latin++
			case cyrillicScript:
				cyrillic++
			case greekScript:
				greek++
			case noLetter:
				break word
			default:
				if phonetic(units[j].R) {
					phonetics++
				}
			}
		}
		if phonetics > 0 {
			smallCapitals(units[i:j])
		}
		if other := cyrillic + greek; latin > 0 && other > 0 && (cyrillic == 0 || greek == 0) && latin+other >= minMixed {
			word := units[i:j]
			if other > latin || !translate(word, greek > 0, true) && other == latin {
				translate(word, greek > 0, false)
			}
		}
		i = j + 1
	}
}

// script is what reconcile needs to know of a letter.
type script uint8

const (
	noLetter script = iota
	latinScript
	cyrillicScript
	greekScript
	otherScript
)

// scriptOf returns the script of a folded letter or mark.
func scriptOf(r rune) script {
	switch {
	case r < 0x80:
		if r >= 'a' && r <= 'z' {
			return latinScript
		}
		return noLetter
	case r >= 0x400 && r < 0x482 || r >= 0x48A && r < 0x530:
		return cyrillicScript
	case !unicode.IsLetter(r) && !unicode.Is(unicode.M, r):
		return noLetter
	case r >= 0xC0 && r < 0x250:
		return latinScript
	case r >= 0x370 && r < 0x400:
		return greekScript
	}
	return otherScript
}

// translate maps the letters of the word to Latin, or Latin letters to the other script, unless one has no twin.
func translate(word []Unit, greek, toLatin bool) bool {
	twin := func(r rune) (to rune, affected bool) {
		switch s := scriptOf(r); {
		case toLatin && (s == cyrillicScript || s == greekScript):
			return latinTwin(r), true
		case !toLatin && s == latinScript:
			return foreignTwin(r, greek), true
		}
		return 0, false
	}
	for _, u := range word {
		if t, affected := twin(u.R); affected && t == 0 {
			return false
		}
	}
	for k := range word {
		if t, affected := twin(word[k].R); affected {
			word[k].R = t
			word[k].Folds |= set(Lookalikes)
		}
	}
	return true
}
