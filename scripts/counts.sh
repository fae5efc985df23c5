#!/usr/bin/env bash
# The table of what the last run of ./test tried to break, made of what its tests said (target/programmes.tsv of each module) and of
# what Maven said of them (.pcr-setup/test.log).
#   scripts/counts.sh           prints it; exit status 1 when a test has failed, or a programme said nothing
#   scripts/counts.sh --write   writes it into README.md and docs/reliability.md, between their marks
set -u
here=$(readlink -f "${BASH_SOURCE[0]}")
root=${here%/*/*}
cd "$root" || exit 3
log=.pcr-setup/test.log
programmes="T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T13 T14 VECTORS PEERS"

# One line for each thing that was tried: programme, subject, what, expected, cases, failed tests, test; in the order of the programmes.
rows() {
  { sed -n 's/.*Tests run: [0-9]*, Failures: \([0-9]*\), Errors: \([0-9]*\), .* -- in \(.*\)/\3\t\1\t\2/p' "$log" 2>/dev/null
    cat ./*/target/programmes.tsv 2>/dev/null; } |
    awk -F'\t' -v order="$programmes" '
      NF == 3 { failed[$1] += $2 + $3; next }
      NF == 6 {
        key = $1 FS $2 FS $3 FS $4
        cases[key] += $5
        class = $6; sub(/[$].*/, "", class); short = class; sub(/.*[.]/, "", short)
        test[key] = short; bad[key] = failed[class] + 0
        order_of[key] = index(" " order " ", " " $1 " ")
      }
      END { for (key in cases) printf "%d\t%s\t%d\t%d\t%s\n", order_of[key], key, cases[key], bad[key], test[key] }' |
    sort -t"$(printf '\t')" -k1,1n -k4,4 | cut -f2-
}

# Properties and their tries, of what jqwik reports; failed ones are among the failed tests.
properties() {
  cat ./*/target/surefire-reports/*-output.txt 2>/dev/null |
    sed -n 's/^tries = \([0-9]*\) .*/\1/p' | awk '{ n++; t += $1 } END { printf "%d\t%d\n", n, t }'
}

# What Maven says of each module at its end: run, failed, skipped.
tests() {
  sed -n 's/^\[[A-Z]*\] Tests run: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\), Skipped: \([0-9]*\)$/\1 \2 \3 \4/p' "$log" 2>/dev/null |
    awk '{ t += $1; bad += $2 + $3; skip += $4 } END { printf "%d passed, %d failed, %d skipped", t - bad - skip, bad, skip }'
}

# A function for awk: digits in groups of three.
grouped='function grouped(n) { n = n ""; while (match(n, /[0-9][0-9][0-9][0-9]($|,)/)) n = substr(n, 1, RSTART) "," substr(n, RSTART + 1); return n }'

silent() {
  local programme
  for programme in $programmes; do
    rows | grep -q "^$programme	" || printf '%s ' "$programme"
  done
}

# One line for each programme: subject, cases, failed tests, expected.
summary() {
  rows | awk -F'\t' '
    !($1 in n) { order[++rows] = $1 }
    { n[$1] += $5; subject[$1] = $2; expected[$1] = $4 }
    !(($1, $7) in seen) { seen[$1, $7]; bad[$1] += $6 }
    END { for (i = 1; i <= rows; i++) { r = order[i]; printf "%s\t%s\t%d\t%d\t%s\n", r, subject[r], n[r], bad[r], expected[r] } }'
}

# Only the numbers are for citing.
name() { sed 's/^VECTORS\t/\t/; s/^PEERS\t/\t/'; }

# Puts standard input between the marks of a file.
between_marks() {
  local table
  table=$(mktemp) && cat >"$table"
  grep -q '^<!-- counts' "$1" && grep -q '^<!-- end of counts -->' "$1" || { echo "$1 has no marks" >&2; return 1; }
  awk -v table="$table" '
    /^<!-- end of counts -->/ { inside = 0 }
    !inside { print }
    /^<!-- counts/ { inside = 1; while ((getline line < table) > 0) print line }' "$1" >"$1.new" && mv "$1.new" "$1"
  rm -f "$table"
}

caption() {
  properties | awk -v tests="$(tests)" -v day="$(date -r "$log" +%Y-%m-%d)" -v run="$(cat .pcr-setup/test.run)" "$grouped"'
    { printf "Of a run of `%s` on %s: %s; %d properties, tried %s times.\n\n", run, day, tests, $1, grouped($2) }'
}

if [ "${1-}" = --write ]; then
  [ -z "$(silent)" ] || { echo "counts.sh: nothing said of $(silent)" >&2; exit 1; }
  { caption
    echo '| | tried | cases | failed | expected of each |'
    echo '|---|---|---:|---:|---|'
    summary | name | awk -F'\t' "$grouped"' { printf "| %s | %s | %s | %d | %s |\n", $1, $2, grouped($3), $4, $5 }'
  } | between_marks README.md
  { caption
    rows | name | awk -F'\t' "$grouped"'
      $2 != last { if (last != "") print ""; printf "**%s%s**: %s.\n\n| what | cases | failed | test |\n|---|---:|---:|---|\n", ($1 == "" ? "" : $1 ", "), $2, $4; last = $2 }
      { printf "| %s | %s | %d | `%s` |\n", $3, grouped($5), $6, $7 }'
  } | between_marks docs/reliability.md
  exit
fi

rows | awk -F'\t' '{ printf "%-8s %-72s %9d cases %d failed  %s\n", $1, $3, $5, $6, $7 }'
echo
summary | awk -F'\t' '{ printf "%-8s %-62s %9d cases %d failed\n", $1, $2, $3, $4 }'
properties | awk '{ printf "%-8s %-62s %9d tries\n", "", $1 " properties", $2 }'
tests
echo
failures=$(rows | awk -F'\t' '{ bad += $6 } END { print bad + 0 }')
[ -z "$(silent)" ] || echo "nothing said of: $(silent)"
[ "$failures" -eq 0 ] && [ -z "$(silent)" ]
