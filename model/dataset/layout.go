package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The tables that a dataset has beside those of package model.
const (
	TableCapture = "capture" // one row for each capture; its file is written last
	TableLoss    = "loss"    // one row for each loss that is known
)

const (
	partName    = "part-0.parquet"
	hiddenName  = ".etledger" // folder for unfinished work
	unknownHost = "unknown"
)

// Place is where in a dataset the files of a capture are.
type Place struct {
	Host string // as folders are named: see escape
	Date string // day of the first event, UTC, such as 2025-11-30
	ID   string // of the capture
}

// placeOf gives the place of a capture.
func placeOf(host string, firstNano int64, id string) Place {
	return Place{Host: escape(host), Date: time.Unix(0, firstNano).UTC().Format(time.DateOnly), ID: id}
}

// file is where the file of a table is, from the dataset's folder on.
func (p Place) file(table string) string {
	return filepath.Join(p.under("table="+table), partName)
}

// under is the folder of the capture in one that has folders for hosts.
func (p Place) under(folder string) string {
	return filepath.Join(folder, "host="+p.Host, "date="+p.Date, "capture="+p.ID)
}

// maxHost is how many bytes of an escaped host name a folder's name has at most.
const maxHost = 200

// escape makes a host name one that a folder can have on any system, in the way of Hive: bytes that are no letter, digit,
// dash, underscore or inner dot become %XX. A name that is too long is cut and gets a part of its checksum.
func escape(host string) string {
	if host == "" {
		return unknownHost
	}
	var b strings.Builder
	for i := range len(host) {
		switch c := host[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_',
			c == '.' && i > 0 && i < len(host)-1:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
		if b.Len() > maxHost {
			sum := sha256.Sum256([]byte(host))
			kept := b.String()[:maxHost-16]
			if cut := strings.LastIndexByte(kept, '%'); cut > len(kept)-3 {
				kept = kept[:cut]
			}
			return kept + "_" + hex.EncodeToString(sum[:4])
		}
	}
	return b.String()
}

// places gives the places of the captures that have a file of a table. Empty fields of `like` stand for any. A dataset, or a
// table of it, that is not there has none.
func places(folder, table string, like Place) ([]Place, error) {
	found, err := folders(folder, table, like)
	return slices.DeleteFunc(found, func(p Place) bool { return !exists(filepath.Join(folder, p.file(table))) }), err
}

// folders is places for captures that have the folder of the file, be the file there or not.
func folders(folder, table string, like Place) ([]Place, error) {
	return foldersUnder(filepath.Join(folder, "table="+table), like)
}

// foldersUnder gives the places that have a folder below one that has folders for hosts.
func foldersUnder(base string, like Place) (found []Place, err error) {
	hosts, err := parts(base, "host=", like.Host)
	if err != nil {
		return nil, err
	}
	for _, host := range hosts {
		dates, err := parts(filepath.Join(base, "host="+host), "date=", like.Date)
		if err != nil {
			return nil, err
		}
		for _, date := range dates {
			ids, err := parts(filepath.Join(base, "host="+host, "date="+date), "capture=", like.ID)
			if err != nil {
				return nil, err
			}
			for _, id := range ids {
				found = append(found, Place{Host: host, Date: date, ID: id})
			}
		}
	}
	return found, nil
}

// parts gives the values in the names of folders such as host=VALUE; only the one that is wanted, if any is.
func parts(folder, prefix, wanted string) ([]string, error) {
	if wanted != "" {
		if _, err := os.Lstat(filepath.Join(folder, prefix+wanted)); err != nil {
			return nil, notThere(err)
		}
		return []string{wanted}, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, notThere(err)
	}
	var values []string
	for _, e := range entries {
		if value, ok := strings.CutPrefix(e.Name(), prefix); ok && e.IsDir() {
			values = append(values, value)
		}
	}
	return values, nil
}

// notThere makes nothing of the error that something does not exist.
func notThere(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}
