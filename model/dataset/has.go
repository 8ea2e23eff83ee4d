package dataset

import "etledger/model"

// Has tells whether the capture was converted with a table, so that Chunks can deliver it. A table that it has may have no rows.
func (c *Capture) Has(t model.Table) bool { return c.has(t) }
