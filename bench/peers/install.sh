#!/usr/bin/env bash
# Installs the parsers that bench/report compares with into a new virtual environment: bench/peers/install.sh DIR
#
# Both are pinned. dissect.etl 3.14 reads the attribute _values of a structure, which dissect.cstruct 4 names __values__, so
# that no payload of a kernel event could be parsed; the name is mended below, and nothing else is changed.
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 DIR" >&2
  exit 2
fi

python3 -m venv "$1"
"$1/bin/pip" install --quiet --disable-pip-version-check \
  dissect.etl==3.14 dissect.cstruct==4.7 dissect.util==3.24 defusedxml==0.7.1 \
  etl-parser==1.0.1 construct==2.10.70

module=$("$1/bin/python" -c 'import dissect.etl.etl as m; print(m.__file__)')
grep -q 'self\._struct\._values ' "$module" || { echo "$module: what is to be mended is not there" >&2; exit 1; }
sed -i.orig 's/self\._struct\._values /self._struct.__values__ /' "$module"
echo "installed into $1: go run ./bench/report -peers $1"
