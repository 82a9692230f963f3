import { styleText } from 'node:util'
import type { Verdict } from '../../kit/check/verdict.ts'

type Format = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>

/** Colours a text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string

/** Colours only on a terminal, and not where NO_COLOR asks for none. */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const plain = stream.isTTY !== true || (env.NO_COLOR !== undefined && env.NO_COLOR !== '') || env.TERM === 'dumb'
  return plain ? (_, text) => text : (format, text) => styleText(format, text, { validateStream: false })
}

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
