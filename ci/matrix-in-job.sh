#!/usr/bin/env bash
# Puts the reports of other jobs beside each other: deployments, or versions of one. Ends with 5 where there is none.
#
# ASSAY_IN  folder with a folder for each job, in which judge-in-job.sh has left report.json; assay-reports when absent
# ASSAY_OUT folder for the matrix; assay-matrix when absent
# ASSAY     command of assay; npx assay-conformance when absent
set -euo pipefail
shopt -s nullglob globstar

in=${ASSAY_IN:-assay-reports}
out=${ASSAY_OUT:-assay-matrix}
reports=("$in"/**/report.json)
if [ ${#reports[@]} -eq 0 ]; then
  echo "assay: no report.json below $in: no job has judged anything" >&2
  exit 5
fi

mkdir -p "$out"
# Words of ASSAY are arguments.
# shellcheck disable=SC2086
${ASSAY:-npx assay-conformance} matrix "${reports[@]}" \
  --html "$out/matrix.html" --markdown "$out/matrix.md" --json "$out/matrix.json"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$out/matrix.md" >> "$GITHUB_STEP_SUMMARY"; fi
