package textform

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table writes rows in columns that fit the width: the column named in yielding gives way, down to 12 columns. Columns
// named in numeric are set flush right.
func Table(b *strings.Builder, indent string, head []string, rows [][]string, width, yielding int, numeric ...int) {
	const gap = 2
	taken := len(indent)
	for column := range head {
		widest := text.LongestLineLen(head[column])
		for _, row := range rows {
			widest = max(widest, text.StringWidthWithoutEscSequences(row[column]))
		}
		if column != yielding {
			taken += widest + gap
		}
	}
	t := table.NewWriter()
	t.SetStyle(table.Style{
		Box:     table.BoxStyle{PaddingRight: strings.Repeat(" ", gap)},
		Options: table.OptionsNoBordersAndSeparators,
	})
	t.SuppressTrailingSpaces()
	configs := []table.ColumnConfig{}
	for _, column := range numeric {
		configs = append(configs, table.ColumnConfig{Number: column + 1, Align: text.AlignRight,
			AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(configs)
	t.AppendHeader(cells(head))
	for _, row := range rows {
		row[yielding] = Shortened(row[yielding], max(12, width-taken))
		t.AppendRow(cells(row))
	}
	for line := range strings.Lines(t.Render()) {
		b.WriteString(indent + line)
	}
	b.WriteString("\n")
}

func cells(values []string) table.Row {
	row := make(table.Row, len(values))
	for i, v := range values {
		row[i] = v
	}
	return row
}
