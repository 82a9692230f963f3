import { basename, delimiter, dirname, extname, relative } from 'node:path'
import type { Assembly } from './assembly.ts'

/** What says how a process was started. */
export interface Started {
  /** The script that node runs: `process.argv[1]`. */
  readonly script: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/** What runs a command of an installed package, by the name that each package manager gives itself. */
const RUNNERS: Readonly<Record<string, string>> = { pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }

/**
 * A command as it has to be typed where a process was started, so that what is printed can be pasted: `npx assay`,
 * `node dist/cli/main.js`, or its bare name where that is found. `ASSAY_COMMAND` is its last word, for scripts around it.
 * @param name of the command
 */
export function typedAs(name: string, { script, env, cwd }: Started): string {
  if (env.ASSAY_COMMAND !== undefined && env.ASSAY_COMMAND !== '') return env.ASSAY_COMMAND
  const isFile = extname(script) !== ''
  const tool = isFile ? name : basename(script)
  const path = relative(cwd, script)
  const [agent = ''] = (env.npm_config_user_agent ?? '').split('/')
  const runner = RUNNERS[agent] ?? 'npx'
  if (/[\\/]node_modules[\\/]/.test(script)) return `${runner} ${tool}`
  // A script of the package's own folder, where its commands are known by their names.
  if (isFile && env.npm_lifecycle_event !== undefined && !path.startsWith('..')) return `${runner} ${tool}`
  if (isFile) return `node ${quoted(shorter(path, script))}`
  return (env.PATH ?? '').split(delimiter).includes(dirname(script)) ? tool : quoted(shorter(`./${path}`, script))
}

/** A command with the way in which this process was started. */
export const typedHere = (assembly: Assembly): Assembly => ({
  ...assembly,
  typed: typedAs(assembly.name, { script: process.argv[1] ?? '', env: process.env, cwd: process.cwd() }),
})

const shorter = (path: string, whole: string): string => (path.length < whole.length ? path : whole)

const quoted = (path: string): string =>
  /^[\w@%+=:,./\\~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
