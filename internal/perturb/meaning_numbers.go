package perturb

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

func numberModes() []Mode {
	return []Mode{
		{Name: "digits_swapped", Kind: Meaning, Doc: "two neighbouring digits of a number change places", Apply: digitsSwapped},
		{Name: "digit_replaced", Kind: Meaning, Doc: "one digit of a number replaced", Apply: digitReplaced},
		{Name: "number_word_replaced", Kind: Meaning, Doc: "a number word replaced by another", Apply: numberWordReplaced},
		{Name: "decimal_moved", Kind: Meaning, Doc: "a decimal point moved or lost", Apply: decimalMoved},
		{Name: "currency_changed", Kind: Meaning, Doc: "a currency sign, code or name changed", Apply: currencyChanged},
		{Name: "year_changed", Kind: Meaning, Doc: "a year changed by one to nine years", Apply: yearChanged},
		{Name: "unit_changed", Kind: Meaning, Doc: "the unit after a number changed", Apply: unitChanged},
		{Name: "sign_dropped", Kind: Meaning, Doc: "the minus sign of a number dropped", Apply: signDropped},
		{Name: "superscript_flattened", Kind: Meaning, Doc: "an exponent written on the line", Apply: superscriptFlattened},
	}
}

// numbers returns the runs of digits of s with the points and commas between them, those inside words (B12, 3rd) left out.
func numbers(s string) []word {
	var ns []word
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		j := i
		for j < len(s) && (isDigit(s, j) || (s[j] == '.' || s[j] == ',') && isDigit(s, j+1)) {
			j++
		}
		if !isWordRune(before(s, i)) && !isWordRune(after(s, j)) {
			ns = append(ns, word{i, j})
		}
		i = j
	}
	return ns
}

func isDigit(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// digitsSwapped moves no zero to the front of a number.
func digitsSwapped(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, n := range numbers(s) {
		for i := n.start; i+1 < n.end; i++ {
			if isDigit(s, i) && isDigit(s, i+1) && s[i] != s[i+1] && !(i == n.start && s[i+1] == '0') {
				es = append(es, edit{i, i + 2, string([]byte{s[i+1], s[i]})})
			}
		}
	}
	return rewrite(s, one(r, es))
}

func digitReplaced(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, n := range numbers(s) {
		for i := n.start; i < n.end; i++ {
			if !isDigit(s, i) {
				continue
			}
			d := '0' + (s[i]-'0'+byte(1+r.IntN(9)))%10
			if d == '0' && i == n.start {
				d = '1' + (s[i]-'0')%9
			}
			es = append(es, edit{i, i + 1, string(d)})
		}
	}
	return rewrite(s, one(r, es))
}

func numberWordReplaced(r *rand.Rand, s string) (string, bool) {
	lex := language(s)
	if lex == nil {
		return s, false
	}
	var es []edit
	for _, w := range words(s) {
		k := slices.Index(lex.numbers, fold(w.in(s)))
		if k < 0 {
			continue
		}
		o := (k + 1 + r.IntN(len(lex.numbers)-1)) % len(lex.numbers)
		es = append(es, edit{w.start, w.end, likeCase(w.in(s), lex.numbers[o])})
	}
	return rewrite(s, one(r, es))
}

// decimalMoved takes numbers with one point only: more make a date, a version or a section.
func decimalMoved(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, n := range numbers(s) {
		whole, part, ok := strings.Cut(n.in(s), ".")
		if !ok || strings.ContainsAny(part, ".,") || strings.Contains(whole, ",") {
			continue
		}
		var to []string
		if len(part) > 1 {
			to = append(to, whole+part[:1]+"."+part[1:])
		}
		if len(whole) > 1 {
			to = append(to, whole[:len(whole)-1]+"."+whole[len(whole)-1:]+part)
		}
		to = append(to, whole+part)
		t := strings.TrimLeft(pick(r, to), "0")
		if t == "" || t[0] == '.' {
			t = "0" + t
		}
		if t != n.in(s) && strings.Trim(n.in(s), "0.") != "" {
			es = append(es, edit{n.start, n.end, t})
		}
	}
	return rewrite(s, one(r, es))
}

var currencies = map[string][]string{"$": {"€", "£"}, "€": {"$", "£"}, "£": {"$", "€"}, "¥": {"$", "€"}, "USD": {"EUR", "GBP"}, "EUR": {"USD", "CHF"}, "GBP": {"USD", "EUR"},
	"dollars": {"euros", "pounds"}, "dollar": {"euro", "pound"}, "euros": {"dollars"}, "pounds": {"dollars"}, "Euro": {"Dollar"}, "euro": {"dollar"}, "francs": {"dollars"}}

func currencyChanged(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for i, c := range s {
		if to := currencies[string(c)]; to != nil {
			j := i + len(string(c))
			if unicode.IsDigit(afterSpace(s, j)) || unicode.IsDigit(beforeSpace(s, i)) {
				es = append(es, edit{i, j, pick(r, to)})
			}
		}
	}
	ws := words(s)
	for i, w := range ws {
		to := currencies[w.in(s)]
		counted := i > 0 && counts(ws[i-1].in(s)) || w.in(s) == strings.ToUpper(w.in(s)) && unicode.IsDigit(afterSpace(s, w.end))
		if to != nil && counted {
			es = append(es, edit{w.start, w.end, pick(r, to)})
		}
	}
	return rewrite(s, one(r, es))
}

// counts says that the word is a number, in digits or letters.
func counts(t string) bool {
	if hasDigit(t) {
		return true
	}
	for i := range lexicons {
		if slices.Contains(lexicons[i].numbers, fold(t)) {
			return true
		}
	}
	return false
}

func yearChanged(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, n := range numbers(s) {
		y, err := strconv.Atoi(n.in(s))
		if err != nil || y < 1500 || y > 2099 || strings.ContainsRune("$€£§", beforeSpace(s, n.start)) {
			continue
		}
		d := 1 + r.IntN(9)
		if r.IntN(2) == 0 {
			d = -d
		}
		es = append(es, edit{n.start, n.end, strconv.Itoa(y + d)})
	}
	return rewrite(s, one(r, es))
}

func unitChanged(r *rand.Rand, s string) (string, bool) {
	lex := language(s)
	if lex == nil || len(lex.units) == 0 {
		return s, false
	}
	var es []edit
	ws := words(s)
	for i := 1; i < len(ws); i++ {
		k := slices.Index(lex.units, ws[i].in(s))
		if k >= 0 && counts(ws[i-1].in(s)) && strings.TrimSpace(s[ws[i-1].end:ws[i].start]) == "" {
			o := (k + 1 + r.IntN(len(lex.units)-1)) % len(lex.units)
			es = append(es, edit{ws[i].start, ws[i].end, lex.units[o]})
		}
	}
	return rewrite(s, one(r, es))
}

// signDropped leaves the first number of the passage's first byte alone: without its sign the rest would be the source's own words.
func signDropped(r *rand.Rand, s string) (string, bool) {
	var es []edit
	for _, n := range numbers(s) {
		c := before(s, n.start)
		i := n.start - len(string(c))
		if (c == '-' || c == '−') && i > 0 && strings.ContainsRune(" (=", before(s, i)) && !unicode.IsNumber(beforeSpace(s, i)) {
			es = append(es, edit{i, n.start, ""})
		}
	}
	return rewrite(s, one(r, es))
}

var superscripts = map[rune]string{'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9"}

// superscriptFlattened takes exponents of numbers only: after a word the mark may be a note's.
func superscriptFlattened(_ *rand.Rand, s string) (string, bool) {
	var es []edit
	for i, c := range s {
		p := before(s, i)
		if superscripts[c] != "" && (unicode.IsDigit(p) || superscripts[p] != "" && len(es) > 0 && es[len(es)-1].end == i) {
			es = append(es, edit{i, i + len(string(c)), superscripts[c]})
		}
	}
	return rewrite(s, es)
}
