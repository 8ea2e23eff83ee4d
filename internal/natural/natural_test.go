package natural

import (
	"slices"
	"testing"
)

func TestCompare(t *testing.T) {
	want := []string{"", "a", "snap01.txt", "snap1.txt", "snap2.txt", "snap10.txt", "snap10b.txt", "snap100.txt", "snapshot", "t"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, Compare)
	if !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if Compare(a, b) != -Compare(b, a) || (Compare(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q: %d and %d", a, b, Compare(a, b), Compare(b, a))
			}
		}
	}
}
