package report

// TextOptions shape what WriteText, WriteMarkdown and WriteCSV write. The zero value gives the defaults. A form takes no
// notice of what it has no use for: CSV of Width and Bytes, Markdown of Width and Color.
type TextOptions struct {
	// Width is how many columns of a terminal to fill: 0 means 120, less than 60 counts as 60. Where not everything
	// fits, the table leaves out what matters least.
	Width int
	// Top is how many processes the table has: 0 means 20, in CSV all; below 0 all.
	Top int
	// Why is how many processes have their verdict explained below the table: 0 means 5, below 0 none.
	Why int
	// Bytes prints sizes and rates as exact bytes, thousands set apart, instead of in units that people read. The
	// sentences of Trend.Reason and of findings are part of the report and stay as they are.
	Bytes bool
	// Color marks verdicts, severities and headings with ANSI escape sequences. What they say is in the words too.
	Color bool
	// ASCII draws the history of processes with characters that every terminal has.
	ASCII bool
	// Sort names the column that the table goes by, as ColumnNames does: numbers from the greatest to the least, texts
	// from A to Z, unless ":asc" or ":desc" follows. What is not known comes last. Empty means the worst first.
	Sort string
	// Columns names the columns of the table in their order, as ColumnNames does; none means those that fit, in CSV all.
	Columns []string
	// Process limits everything to the processes of this name or number, as ProfileOptions.Process does. Without one the
	// writers return a *NoProcessError.
	Process string
	// Explain asks for all that led to the verdict on the processes of this name or number, and for nothing else.
	Explain string
}

const (
	defaultWidth = 120
	leastWidth   = 60
	defaultTop   = 20
	defaultWhy   = 5
)

func (o TextOptions) withDefaults() TextOptions {
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	o.Width = max(o.Width, leastWidth)
	if o.Top == 0 {
		o.Top = defaultTop
	}
	if o.Why == 0 {
		o.Why = defaultWhy
	}
	return o
}
