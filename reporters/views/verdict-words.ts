import type { Verdict } from '../../kit/check/verdicts/verdict.ts'

/** A sign beside the colour, for those who do not see it. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  broken: '‼',
  fail: '✕',
  blocked: '⊘',
  warn: '!',
  pass: '✓',
  noted: '○',
  inapplicable: '∅',
  unexercised: '–',
}

/** Headings of the requirements with a verdict. */
export const HEADINGS: Readonly<Record<Verdict, string>> = {
  broken: 'Faults of the suite',
  fail: 'Broken promises',
  blocked: 'Blocked',
  warn: 'Warnings',
  pass: 'Kept',
  noted: 'Noted',
  inapplicable: 'Inapplicable here',
  unexercised: 'Not exercised',
}

/** The verdicts that somebody has to look at, most severe first. */
export const TROUBLES: readonly Verdict[] = ['broken', 'fail', 'blocked', 'warn']
