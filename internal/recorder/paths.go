package recorder

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// findProgram looks for a file in the folders of a list like PATH, never in the current one or in one that the list names relative
// to that: who may write there is not asked.
func findProgram(list, file string) (string, error) {
	for _, folder := range filepath.SplitList(list) {
		if !filepath.IsAbs(folder) {
			continue
		}
		path := filepath.Join(folder, file)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("no folder of PATH has %s", file)
}

// asFolder gives the path of a folder with the separator at its end that some calls of the system want.
func asFolder(path string) string {
	return strings.TrimRight(path, string(filepath.Separator)) + string(filepath.Separator)
}
