// Package markdown turns the Markdown of the explanations, and the plain
// official text, into HTML. It finds the citations of rules in both, takes the
// parts of an explanation apart, and draws the symbols that stand in braces.
//
// The Markdown is CommonMark with GFM tables, without what explanations have
// no use for: no code blocks (an indented line is an ordinary one), no
// underlined headings, no reference links. Raw HTML, images and links to
// anything but the web are left out of every result.
//
// A bare rule number is a citation: 702.19b, 601.2f–h, 903.6–903.11. A bare
// number of three digits is one after a word for rule or section in any of the
// site's languages, and on a see-also line. Numbers in `code spans`, in links
// and in symbols are none.
package markdown
