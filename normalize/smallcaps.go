package normalize

// smallCapital gives the letter that a small capital of Unicode stands for, or 0. They have no compatibility form, since phonetic alphabets
// use them; texts use them as a fashion of type.
func smallCapital(r rune) rune {
	if r < 0x250 {
		return 0
	}
	switch r {
	case 'ᴀ':
		return 'a'
	case 'ʙ':
		return 'b'
	case 'ᴄ':
		return 'c'
	case 'ᴅ':
		return 'd'
	case 'ᴇ':
		return 'e'
	case 'ꜰ':
		return 'f'
	case 'ɢ':
		return 'g'
	case 'ʜ':
		return 'h'
	case 'ɪ':
		return 'i'
	case 'ᴊ':
		return 'j'
	case 'ᴋ':
		return 'k'
	case 'ʟ':
		return 'l'
	case 'ᴍ':
		return 'm'
	case 'ɴ':
		return 'n'
	case 'ᴏ':
		return 'o'
	case 'ᴘ':
		return 'p'
	case 'ꞯ':
		return 'q'
	case 'ʀ':
		return 'r'
	case 'ꜱ':
		return 's'
	case 'ᴛ':
		return 't'
	case 'ᴜ':
		return 'u'
	case 'ᴠ':
		return 'v'
	case 'ᴡ':
		return 'w'
	case 'ʏ':
		return 'y'
	case 'ᴢ':
		return 'z'
	}
	return 0
}

// phonetic reports whether a small capital is a letter of the phonetic alphabet too: it stands for its letter only in a word of small
// capitals (see reconcile).
func phonetic(r rune) bool { return r >= 0x250 && r < 0x2B0 }

// smallCapitals reads a word that has nothing but small capitals as the letters they stand for.
func smallCapitals(word []Unit) {
	if len(word) < 2 {
		return
	}
	found := false
	for i := range word {
		switch {
		case phonetic(word[i].R) && smallCapital(word[i].R) != 0:
			found = true
		case !word[i].Folds.Has(Compatibility):
			return
		}
	}
	for i := range word {
		if x := smallCapital(word[i].R); found && x != 0 {
			word[i].R = x
			word[i].Folds |= set(Compatibility)
		}
	}
}

// stroked gives the letter that one with a stroke is when it is written without accents, as Vietnamese and Polish mostly are on plain
// keyboards; 0 where there is none.
func stroked(r rune) rune {
	switch r {
	case 'đ', 'ð':
		return 'd'
	case 'ł':
		return 'l'
	case 'ø':
		return 'o'
	case 'ħ':
		return 'h'
	}
	return 0
}
