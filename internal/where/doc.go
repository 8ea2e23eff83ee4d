// Package where is a small language that chooses rows of tables, as the condition after WHERE does in SQL.
//
//	type = 'alloc' and region_size >= 1MiB and not name ilike '%svc%'
//
// An expression is parsed once (Parse), checked against the columns of the tables that it is to choose from (Compile),
// and then applied to whole batches (Filter.Select): each comparison becomes one pass over a column, and comparisons of
// text are made once for each distinct text. docs/events.md tells people what the language has.
//
// # Grammar
//
//	or        = and { "or" and }
//	and       = not { "and" not }
//	not       = "not" not | predicate
//	predicate = bits [ comparison ]
//	comparison= ("=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=") bits
//	          | ("~" | "!~") text
//	          | ["not"] ("like" | "ilike") text
//	          | ["not"] "in" "(" literal { "," literal } ")"
//	          | "is" ["not"] "null"
//	bits      = primary { "&" primary }
//	primary   = column | text | ["-"] number [unit] | "(" or ")"
//
// Keywords, names of columns and units are not case-sensitive. Text stands in single or double quotes; a quote in it is
// written twice, a backslash stands for itself.
//
// # Nulls
//
// Logic is that of SQL, with three values: a comparison with a null is neither true nor false but unknown, and so is its
// negation; only "is null" tells. Rows for which the whole is true are chosen. Unknown is never computed: Compile moves
// every "not" down to the comparisons, after which a row is chosen exactly when the comparisons that hold suffice for it.
//
// A table that lacks a column has it null in every row. That all the tables lack it is an error.
package where
