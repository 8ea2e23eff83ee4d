package objectstore

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// shownParameters are those whose values say how a store is reached, and are no secrets.
var shownParameters = []string{
	"endpoint", "region", "profile", "use_path_style", "s3ForcePathStyle", "hostname_immutable", "disable_https", "anonymous", "dualstack",
	"fips", "accelerate", "universe_domain", "grpc", "zonal", "domain", "protocol", "cdn", "localemu", "storage_account",
}

// redacted gives the location for messages: as written, but for values of parameters that are not known to be harmless.
func (l location) redacted() string {
	return l.head() + l.path + l.tail(redactQuery(l.query))
}

func redactQuery(query string) string {
	var parts []string
	for part := range strings.SplitSeq(query, "&") {
		name, value, found := strings.Cut(part, "=")
		switch {
		case !found || value == "":
		case slices.Contains(shownParameters, name) && !strings.Contains(value, "@") && !strings.Contains(value, "%40"):
		default:
			part = name + "=REDACTED"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "&")
}

var urlInText = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]+`)

// redactText takes credentials out of the URLs in what a library said: names and passwords before the host, and all values of
// parameters, among which are the signatures of Azure.
func redactText(text string) string {
	return urlInText.ReplaceAllStringFunc(text, func(s string) string {
		before, query, found := strings.Cut(s, "?")
		scheme, rest, _ := strings.Cut(before, "://")
		host, path, slash := strings.Cut(rest, "/")
		if at := strings.LastIndexByte(host, '@'); at >= 0 {
			host = "REDACTED" + host[at:]
		}
		before = scheme + "://" + host
		if slash {
			before += "/" + path
		}
		if !found {
			return before
		}
		var parts []string
		for part := range strings.SplitSeq(query, "&") {
			name, _, _ := strings.Cut(part, "=")
			if unescaped, err := url.QueryUnescape(name); err == nil {
				name = unescaped
			}
			parts = append(parts, name+"=REDACTED")
		}
		return before + "?" + strings.Join(parts, "&")
	})
}
