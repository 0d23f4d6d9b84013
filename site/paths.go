package site

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"regula/lang"
	"regula/publisher"
	"regula/rules"
	"regula/search"
	"regula/templates"
)

// A path names a page from the root of the site, without a leading slash:
// "de/715.3d/", "de/715.3d.json", "sitemap.xml". The root itself is "". Every
// path is made in this file.

func homePath(l lang.Language) string { return string(l) + "/" }

func rulePath(l lang.Language, n rules.Number) string { return homePath(l) + n.String() + "/" }

func ruleDataPath(l lang.Language, n rules.Number) string { return homePath(l) + n.String() + ".json" }

func glossaryPath(l lang.Language) string { return homePath(l) + "glossary/" }

func entryPath(l lang.Language, id string) string { return glossaryPath(l) + id + "/" }

func entryDataPath(l lang.Language, id string) string { return glossaryPath(l) + id + ".json" }

func cardsPath(l lang.Language) string { return homePath(l) + "cards/" }

func cardPath(l lang.Language, id string) string { return cardsPath(l) + id + "/" }

func cardDataPath(l lang.Language, id string) string { return cardsPath(l) + id + ".json" }

// cardsPartPath is a part of the list of all cards, counted from 1.
func cardsPartPath(l lang.Language, part int) string {
	return cardsPath(l) + "list/" + strconv.Itoa(part) + "/"
}

// hitPath is the page of a hit.
func hitPath(l lang.Language, h search.Hit) string {
	switch h.Kind {
	case search.KindGlossary:
		return entryPath(l, h.ID)
	case search.KindCard:
		return cardPath(l, h.ID)
	}
	return homePath(l) + h.ID + "/"
}

// rulingAnchor is the place of a ruling of ours on the page of its card.
func rulingAnchor(i int) string { return "r" + strconv.Itoa(i+1) }

func searchPath(l lang.Language) string { return homePath(l) + "search/" }

func searchDataPath(l lang.Language) string { return homePath(l) + "search.json" }

func aboutPath(l lang.Language) string { return homePath(l) + "about/" }

// offlineAnchor is where the page about the site tells of reading without a
// network.
const offlineAnchor = "offline"

func linkPath(l lang.Language) string { return homePath(l) + "link/" }

func changesPath(l lang.Language) string { return homePath(l) + "changes/" }

// stepPath is the page of what the edition of a day changed.
func stepPath(l lang.Language, day time.Time) string {
	return changesPath(l) + day.Format(time.DateOnly) + "/"
}

func comparePath(l lang.Language) string { return changesPath(l) + "compare/" }

func feedPath(l lang.Language) string { return changesPath(l) + "feed.xml" }

func openSearchPath(l lang.Language) string { return homePath(l) + "opensearch.xml" }

// places are the addresses to which every page leads; root and home lead from
// it to the root of the site and to the start page of the language.
func places(l lang.Language, root, home string) templates.Places {
	at := func(path string) string { return home + strings.TrimPrefix(path, homePath(l)) }
	return templates.Places{
		Home:       home,
		Search:     at(searchPath(l)),
		Glossary:   at(glossaryPath(l)),
		Cards:      at(cardsPath(l)),
		About:      at(aboutPath(l)),
		Offline:    at(aboutPath(l)) + "#" + offlineAnchor,
		OpenSearch: at(openSearchPath(l)),
		Manifest:   root + manifestPath,
		Publisher:  publisher.Page,
	}
}

const (
	sitemapPath  = "sitemap.xml"
	robotsPath   = "robots.txt"
	manifestPath = "manifest.webmanifest"
	notFoundPath = "404.html"
	editionsPath = "editions.json"
)

// What readers keep for reading without a network: the service worker, the
// list of packs, and their folder.
const (
	workerPath  = "sw.js"
	offlinePath = "offline.json"
	packFolder  = "offline/"
)

// The files of HostPages.
const (
	headersPath   = "_headers"
	redirectsPath = "_redirects"
	noJekyllPath  = ".nojekyll"
)

// sitemapPartPath is a part of the sitemap of a large site, counted from 1.
func sitemapPartPath(part int) string { return "sitemap-" + strconv.Itoa(part) + ".xml" }

// staticFolder has a folder for the static files, named after what they are.
const staticFolder = "s/"

// lasting matches folders in which a name never stands for other content.
var lasting = regexp.MustCompile(`^(s/[0-9a-f]{8}|offline|[a-z]{2}/search/[0-9a-f]+)/`)

// lastingFolder is the folder of path in which a name never stands for other
// content, since files or the folder are named after that; "" if path is in
// none.
func lastingFolder(path string) string { return lasting.FindString(path) }

// anchor is the place of a rule on its reading page.
func anchor(n rules.Number) string { return "#" + n.String() }

// in gives the path of the same page in another language.
func in(l lang.Language, path string) string {
	_, rest, _ := strings.Cut(path, "/")
	return homePath(l) + rest
}

// root leads from the page at path to the root of the site: "../../" from
// de/715/, "./" from the root itself.
func root(path string) string {
	if n := strings.Count(path, "/"); n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

// relative gives the address of the page at path to, as a link on the page at
// path from writes it.
func relative(from, to string) string {
	common := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	up := strings.Count(from[common:], "/")
	switch rest := to[common:]; {
	case up > 0:
		return strings.Repeat("../", up) + rest
	case rest == "":
		return "./"
	default:
		return rest
	}
}

// file is the file that a server of plain files sends for path.
func file(path string) string {
	if path == "" || strings.HasSuffix(path, "/") {
		return path + "index.html"
	}
	return path
}
