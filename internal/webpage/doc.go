// Package webpage is the shell of every page that reports write: one file that opens offline, without network access of any
// kind, in light and dark, on a phone and on paper, and that says the essential without scripts.
//
// A page's policy names its one style sheet and its scripts by their digest and lets a browser use nothing else: no inline
// style attributes, no event handlers in the markup, no images, no connections. Text of a recording reaches the page
// through html/template or as JSON, and scripts put it there as text only.
//
// The common scripts, which a page's own scripts build on, are:
//
//	format   numbers for people, in the forms of internal/textform
//	csv      rows as RFC 4180, with formulas of spreadsheets made harmless
//	dom      elements made without markup
//	tables   tables that sort, filter, search, choose columns, page and copy themselves; a table of the markup with class
//	         "data" becomes one by itself
//	charts   uPlot with the theme's colours, a legend, a selected range, zoom, and keys (only with Page.Charts)
//	page     the page's data, and announcements for screen readers
package webpage
