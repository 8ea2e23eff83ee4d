// Package textform shapes plain text for people: lines of a width, tables, and numbers with units. It is for reports that
// are read on a terminal and pasted anywhere, so it uses no colours and lets nothing of a file move the cursor.
package textform
