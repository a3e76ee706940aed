package normalize

import "testing"

// FuzzUnits: no bytes panic, every unit maps back in order, from any range.
func FuzzUnits(f *testing.F) {
	for _, s := range nasty {
		f.Add([]byte(s), uint8(0), uint8(255), uint8(0))
	}
	f.Fuzz(func(t *testing.T, src []byte, lo, hi, opt uint8) {
		if len(src) > 4096 {
			return
		}
		to := min(int(hi), len(src))
		from := min(int(lo), to)
		last := uint32(from)
		for _, u := range AppendUnits(nil, src, from, to, Options{Reading: Reading(opt & 1), Turkish: opt&2 != 0}) {
			if u.Start < last || u.End <= u.Start || int(u.End) > to {
				t.Fatalf("unit %+v of %q[%d:%d] after %d", u, src, from, to, last)
			}
			last = u.Start
		}
		Decode(src)
		IsTurkish(src)
		HasMarkup(src)
	})
}

// FuzzSkeleton: the skeleton is the image of the normalised text, and maps back as it does.
func FuzzSkeleton(f *testing.F) {
	for _, s := range nasty {
		f.Add([]byte("The Lessee "+s+s+" shall"), uint8(0))
	}
	f.Fuzz(func(t *testing.T, src []byte, opt uint8) {
		if len(src) > 1024 {
			return
		}
		if err := checkUnits(src, Options{Reading: Reading(opt & 1), Turkish: opt&2 != 0}); err != nil {
			t.Fatal(err)
		}
	})
}
