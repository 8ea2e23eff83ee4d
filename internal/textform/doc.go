// Package textform shapes plain text for people: lines of a width, tables, and numbers with units. It is for reports that
// are read on a terminal and pasted anywhere, so nothing of a file may move the cursor, and colours are there only where a
// caller asks for them.
package textform
