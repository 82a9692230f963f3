#!/usr/bin/env bash
# Starts a service, waits until it answers, judges it, and stops it. Ends with the exit code of assay run.
#
# At SIGINT, SIGTERM and SIGHUP assay is told to end: it puts back what it changed and writes its reports, and only then
# is the service stopped. Where assay has not begun, or npx ends before it, the exit code is 128 and the number of the
# signal.
#
# ASSAY_START  command that starts the service; nothing is started when it is empty
# ASSAY_WAIT   URL that answers, whatever it says, once the service is ready
# ASSAY_ARGS   arguments of assay run, such as: --config assay.config.yaml --baseline 'known failures.yaml'
#              Quotes of either kind keep blanks together, a backslash outside of them the next sign; nothing else
#              in it means anything. A --json, --html, --junit or --markdown in it takes the place of the report of
#              that kind in ASSAY_OUT.
# ASSAY_OUT    folder for the reports: report.json, report.html, junit.xml, summary.md, or where ASSAY_ARGS names several
#              targets one of each kind for each of them, named after its file; assay-report when absent
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

out=${ASSAY_OUT:-assay-report}
# Several targets make one report each, named after their files: --config with several values or a pattern, or --matrix.
is_several=
flag_before=
configs=0
for argument in ${arguments[@]+"${arguments[@]}"}; do
  case $argument in
    --matrix | --matrix=*) is_several=yes ;;
    --config=*) configs=$((configs + 1)) ;;
  esac
  case $argument in
    -*) flag_before=${argument%%=*} ;;
    *) [ "$flag_before" != --config ] || configs=$((configs + 1)) ;;
  esac
  case $flag_before$argument in --config*[*?[]*) is_several=yes ;; esac
done
[ "$configs" -lt 2 ] || is_several=yes

# Of two paths for one kind assay takes the last one alone: where ASSAY_ARGS has one none of ours follows.
reports=()
for each in json:report.json html:report.html junit:junit.xml markdown:summary.md; do
  flag=--${each%%:*}
  [ -z "$is_several" ] || each=$flag:
  is_given=
  for argument in ${arguments[@]+"${arguments[@]}"}; do
    case $argument in "$flag" | "$flag="*) is_given=yes ;; esac
  done
  [ -n "$is_given" ] || reports+=("$flag" "$out/${each#*:}")
done

# What becomes of a signal, by when it comes: before assay is started, while it is, and from then on.
on_signal() {
  local each
  for each in HUP INT TERM; do trap "$1 $each" "$each"; done
}
leave() { exit $((128 + $(kill -l "$1"))); }
note() { early=$1; }
pass() {
  is_told=yes
  signal=$1
  # To assay all three are one; at SIGINT the shell that npx puts before it would wait for it, and tell it nothing.
  kill -s TERM "$judging" 2> /dev/null || true
}

# Ends when the service has: what comes after the job finds its port free.
stop() {
  # What stops it is not stopped halfway.
  trap '' HUP INT TERM
  [ -n "${service:-}" ] || return 0
  kill -- "-$service" 2> /dev/null || return 0
  for _ in $(seq 50); do
    kill -0 -- "-$service" 2> /dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$service" 2> /dev/null || true
}

# What a service said last says most about why it is not there.
tell_log() {
  if [ -s "$out/service.log" ]; then
    echo "assay: the end of $out/service.log:" >&2
    tail -n 20 "$out/service.log" >&2 || true
  else
    echo "assay: the service has said nothing ($out/service.log is empty)" >&2
  fi
}

# What npx cannot get ends with 1, as a service does that is not conformant.
if [ -z "${ASSAY:-}" ] && ! npx assay-conformance --version < /dev/null > /dev/null; then
  echo "assay: npx could not start assay-conformance, so nothing was judged; ASSAY names another command" >&2
  exit 2
fi

mkdir -p "$out"
# What an earlier job has left there, where a workspace is kept, is no report of this one.
for each in ${reports[@]+"${reports[@]}"}; do
  case $each in --* | */) ;; *) rm -f -- "$each" ;; esac
done
rm -f -- "$out/service.log"
trap stop EXIT
on_signal leave

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
fi

if [ -n "${ASSAY_WAIT:-}" ]; then
  until curl --silent --output /dev/null --max-time 5 "$ASSAY_WAIT"; do
    if [ -n "${service:-}" ] && ! kill -0 "$service" 2> /dev/null; then
      ended=0
      wait "$service" || ended=$?
      why="the service ended with exit code $ended before $ASSAY_WAIT answered"
    elif [ "$SECONDS" -gt "${ASSAY_WITHIN:-60}" ]; then
      why="$ASSAY_WAIT did not answer within ${ASSAY_WITHIN:-60} s"
    else
      sleep 0.5
      continue
    fi
    if [ -z "${service:-}" ]; then
      echo "assay: $why, and nothing was started: ASSAY_START is empty" >&2
      exit 5
    fi
    echo "assay: $why" >&2
    tell_log
    exit 5
  done
fi

# A process group of its own: a signal to that of the job, as a terminal and some runners send it, comes once, from here;
# the second one ends assay without a report. Nobody is there to answer it.
early=
signal=
on_signal note
set -m
"${assay[@]}" run ${arguments[@]+"${arguments[@]}"} --yes ${reports[@]+"${reports[@]}"} < /dev/null &
judging=$!
set +m
on_signal pass
[ -z "$early" ] || pass "$early"

# A signal ends the wait, not the run.
is_told=yes
while [ -n "$is_told" ]; do
  is_told=
  code=0
  wait "$judging" || code=$?
done
if [ -n "$signal" ]; then
  # What npx started is left by it, and is told nothing. The longest that it has to wait is for a limiter, a minute;
  # where nobody reaps what has ended it looks alive for ever.
  kill -s TERM -- "-$judging" 2> /dev/null || true
  for _ in $(seq 900); do
    kill -0 -- "-$judging" 2> /dev/null || break
    sleep 0.1
  done
  [ "$code" -ne 143 ] || leave "$signal"
fi
if [ "$code" -eq 5 ] && [ -n "${service:-}" ]; then
  # Where it still runs it was asked at a wrong address, or stands still: its last words may have nothing to do with it.
  if kill -0 "$service" 2> /dev/null; then
    echo "assay: what ASSAY_START started still ran, and is stopped now; what it has said is in $out/service.log" >&2
  else
    ended=0
    wait "$service" || ended=$?
    echo "assay: what ASSAY_START started has ended with exit code $ended" >&2
    tell_log
  fi
fi
exit "$code"
