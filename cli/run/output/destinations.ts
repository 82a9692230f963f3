import { UsageError } from '../../usage-error.ts'

/** In place of a file: what is written goes to the standard output. */
export const STDOUT = '-'

/** What a report can be written as, to one file each. */
export const FORMAT_NAMES = ['json', 'html', 'junit', 'markdown', 'ctrf', 'sarif', 'har'] as const
export type Format = (typeof FORMAT_NAMES)[number]

export const REPORTERS = ['default', 'line', 'json'] as const
export type Reporter = (typeof REPORTERS)[number]

export interface VoiceFlags {
  /** How the report is told; `default` when absent. */
  readonly reporter?: Reporter
  /** Verdict and failures only. */
  readonly quiet?: boolean
}

/**
 * The flag whose output is the standard output, where one is; then everything else goes to stderr.
 * @param files paths by flag
 * @throws UsageError where several want it, and for what is no single file
 */
export function takerOfStdout(
  files: Readonly<Record<string, string | undefined>>,
  reporter: Reporter | undefined,
): string | undefined {
  if (files.allure === STDOUT) throw new UsageError('--allure -: writes a folder of files; name a folder')
  const takers = [
    ...(reporter === 'json' ? ['--reporter json'] : []),
    ...Object.entries(files).flatMap(([format, path]) => (path === STDOUT ? [`--${format} -`] : [])),
  ]
  const [first, second] = takers
  if (first !== undefined && second !== undefined)
    throw new UsageError(`${second}: ${first} takes the standard output already; name a file for one of them`)
  return first
}
