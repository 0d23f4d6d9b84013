package markdown

// ParsedPlain is Plain of what may have markup.
var ParsedPlain = parsedPlain
