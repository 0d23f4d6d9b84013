package site

import (
	"fmt"
	"path"

	"github.com/evanw/esbuild/pkg/api"
)

// minifier names what minified does. Whoever changes that, or the version of
// esbuild, changes it, so that no browser takes what it has for what there is.
const minifier = "esbuild 0.28.2"

// minified gives a script or stylesheet without comments, spaces and long
// names, which a reader's browser does not need; files of other kinds stay as
// they are.
func minified(name string, data []byte) ([]byte, error) {
	o := api.TransformOptions{
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
	}
	switch path.Ext(name) {
	case ".js":
		o.Loader, o.Format = api.LoaderJS, api.FormatESModule
	case ".css":
		o.Loader, o.Target = api.LoaderCSS, api.ESNext
	default:
		return data, nil
	}
	r := api.Transform(string(data), o)
	for _, m := range r.Errors {
		return nil, fmt.Errorf("%s:%d: %s", name, m.Location.Line, m.Text)
	}
	return r.Code, nil
}
