#!/usr/bin/env bash
# Starts a service, waits until it answers, judges it, and stops it. Ends with the exit code of assay run.
#
# ASSAY_START  command that starts the service; nothing is started when it is empty
# ASSAY_WAIT   URL that answers, whatever it says, once the service is ready
# ASSAY_ARGS   arguments of assay run, such as: --config assay.config.yaml --baseline 'known failures.yaml'
#              Quotes of either kind keep blanks together, a backslash outside of them the next sign; nothing else
#              in it means anything.
# ASSAY_OUT    folder for the reports; assay-report when absent
# ASSAY_WITHIN seconds that the service may take to answer; 60 when absent
# ASSAY        command of assay, quoted in the same way; npx assay-conformance when absent
set -euo pipefail

# Fills the array `words` with those of a text. No pattern, variable or command in it is looked at.
split() {
  words=()
  [ -n "${1//[[:space:]]/}" ] || return 0
  if ! xargs printf '%s\n' <<< "$1" > /dev/null 2>&1; then
    echo "assay: $2: a quote in it is not closed on its line: $1" >&2
    exit 2
  fi
  while IFS= read -r -d '' word; do words+=("$word"); done < <(xargs printf '%s\0' <<< "$1")
}

split "${ASSAY:-npx assay-conformance}" ASSAY
assay=("${words[@]}")
split "${ASSAY_ARGS:-}" ASSAY_ARGS
# An array without members counts as unset in old shells.
arguments=(${words[@]+"${words[@]}"})

# Ends when the service has: what comes after the job finds its port free.
stop() {
  kill -- "-$service" 2> /dev/null || return 0
  for _ in $(seq 50); do
    kill -0 -- "-$service" 2> /dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$service" 2> /dev/null || true
}

out=${ASSAY_OUT:-assay-report}
mkdir -p "$out"

if [ -n "${ASSAY_START:-}" ] && [ -n "${ASSAY_WAIT:-}" ] &&
  curl --silent --output /dev/null --max-time 5 "$ASSAY_WAIT"; then
  echo "assay: something answers at $ASSAY_WAIT before the service was started: it would be judged in its place" >&2
  exit 5
fi

if [ -n "${ASSAY_START:-}" ]; then
  # A process group of its own: what it starts in turn is stopped with it.
  set -m
  bash -c "$ASSAY_START" > "$out/service.log" 2>&1 &
  service=$!
  set +m
  trap stop EXIT
fi

if [ -n "${ASSAY_WAIT:-}" ]; then
  until curl --silent --output /dev/null --max-time 5 "$ASSAY_WAIT"; do
    if [ -n "${service:-}" ] && ! kill -0 "$service" 2> /dev/null; then
      why="the service ended before $ASSAY_WAIT answered"
    elif [ "$SECONDS" -ge "${ASSAY_WITHIN:-60}" ]; then
      why="$ASSAY_WAIT did not answer within ${ASSAY_WITHIN:-60} s"
    else
      sleep 0.5
      continue
    fi
    echo "assay: $why; the end of $out/service.log:" >&2
    tail -n 20 "$out/service.log" >&2 || true
    exit 5
  done
fi

"${assay[@]}" run ${arguments[@]+"${arguments[@]}"} --yes \
  --json "$out/report.json" --html "$out/report.html" --junit "$out/junit.xml" --markdown "$out/summary.md" || code=$?
if [ "${code:-0}" -eq 5 ] && [ -n "${service:-}" ]; then
  echo "assay: the end of $out/service.log:" >&2
  tail -n 20 "$out/service.log" >&2 || true
fi
exit "${code:-0}"
