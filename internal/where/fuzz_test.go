package where_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"etledger/internal/where"
)

// FuzzParse wants of any text either an error that points into it, or an expression that runs.
func FuzzParse(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		f.Add(randomCondition(r, 3).text)
	}
	f.Add("name ~ '((a{1000}){1000}){1000}'")
	f.Add("size > 1.5 GiB and timestamp < '2024-03-05T09:30:00Z'")
	batch, _ := sampleRows(r, 100)
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := compile(text)
		if err == nil {
			choose(filter, batch, 100)
			return
		}
		fault := (*where.Error)(nil)
		if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) || fault.Error() == "" {
			t.Errorf("%q: %v", text, err)
		}
	})
}
