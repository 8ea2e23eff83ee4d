// Package page writes a report as a page for a browser: one file that opens offline, on top the answer and what weakens it,
// below that charts, the table of processes and all that led to their verdicts. Chart and tables are drawn by scripts from
// the report's JSON, which the page holds; answer, findings, facts and the table are there without scripts too.
package page
