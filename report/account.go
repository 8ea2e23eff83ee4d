package report

import (
	"etledger/ledger"
	"etledger/model"
)

// Account gathers a Source from chunks that somebody reads for another purpose too, such as a conversion, so that a capture
// needs to be read only once.
type Account struct {
	books *ledger.Ledger
	opts  Options
}

// NewAccount begins an account. An error is that of a window that is none.
func NewAccount(opts Options) (*Account, error) {
	books, err := opts.books()
	if err != nil {
		return nil, err
	}
	return &Account{books: books, opts: opts}, nil
}

// Add takes the next chunk, decoded as Decoding says or with more. The chunk stays the caller's to release. An error, such as
// a ceiling that was reached, ends the account.
func (a *Account) Add(chunk *model.Chunk) error { return a.books.Add(chunk) }

// Finish gives the source after the last chunk. About is what else is known of the capture: of a Source all but the accounts,
// and what the options say.
func (a *Account) Finish(about Source) (*Source, error) {
	if err := about.finish(a.books, a.opts); err != nil {
		return nil, err
	}
	return &about, nil
}
