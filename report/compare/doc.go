// Package compare says what changed between captures from before and captures from after: which process leaks more, or
// less, than it did, from which module, and how sure that is. It works on reports alone and reads nothing; docs/compare.md
// tells what the words mean and where the formulas come from.
package compare
