package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"etledger": main})
}

// The scripts run the command as people do. Each finds memory-snapshots.etl in its folder, and equal-times.etl, which has none.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"memory-snapshots.etl", "equal-times.etl"} {
				content, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", name))
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(env.WorkDir, name), content, 0o644); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
