import { styleText } from 'node:util'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'

type Format = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>

/** Colours a text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string

/**
 * Colours on a terminal, and not where NO_COLOR asks for none. FORCE_COLOR decides where it is set: 0 and false for none,
 * anything else for colours wherever the text goes.
 */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  return isColoured(stream, env)
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_, text) => text
}

function isColoured(
  { isTTY }: { readonly isTTY?: boolean },
  { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv,
): boolean {
  if (isSet(FORCE_COLOR)) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY === true && !isSet(NO_COLOR) && TERM !== 'dumb'
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

export const VERDICT_COLOURS: Readonly<Record<Verdict, Format>> = {
  broken: 'magenta',
  fail: 'red',
  blocked: 'magenta',
  warn: 'yellow',
  pass: 'green',
  noted: 'cyan',
  inapplicable: 'dim',
  unexercised: 'dim',
}
