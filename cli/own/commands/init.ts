import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { schemaProblems } from '../../../kit/target/file/problems.ts'
import { judgeTargetFile } from '../../../kit/target/file/rules.ts'
import { type EnvironmentFlags, environmentOf } from '../../run/terms/environment.ts'
import { UsageError } from '../../usage-error.ts'
import { type KeyFlags, type Keys, keysOf } from '../init/keys.ts'
import { questionnaire } from '../init/questionnaire.ts'
import { openQuestions } from '../init/questions.ts'
import { type Answers, targetFileOf } from '../init/target-answers.ts'
import { targetFileText } from '../init/target-text.ts'
import { triedFile } from '../init/trial/trial.ts'
import { sections } from '../services.ts'

export interface InitFlags extends Answers, KeyFlags, EnvironmentFlags {
  readonly output: string
  readonly force?: boolean
  /** Whether the services are asked; yes, when absent. */
  readonly try?: boolean
  /** Payments may be created, wherever the service is. */
  readonly yes?: boolean
}

/** Those that a file is written for by their base URLs. */
const SERVICES = ['payment', 'messaging'] as const

/**
 * Writes a target file: from flags, from what the services at their URLs answer and, on a terminal where no flag names
 * one, from questions.
 * @param command as people type it
 */
export async function init(flags: InitFlags, command: string): Promise<number> {
  const { output, force = false, try: tries = true, yes = false, dotenv, ...given } = flags
  if (!['.yaml', '.yml'].includes(extname(output).toLowerCase()))
    throw new UsageError(`--output ${output}: expected a name that ends with .yaml or .yml`)
  if (existsSync(output) && !force) throw new UsageError(`--output ${output}: is there already; --force overwrites it`)
  // Nothing is asked of a service for a file that cannot be written.
  if (!existsSync(dirname(output)))
    throw new UsageError(`--output ${output}: cannot be written (ENOENT); name a file in a folder that exists`)
  const isAtTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
  const isNamed = SERVICES.some((id) => given[id] !== undefined)
  const env = environmentOf(dotenv === undefined ? {} : { dotenv }, process.cwd(), process.env)
  const first = keysOf(given, env)
  const answers =
    isAtTerminal && !isNamed ? await questionnaire(first.answers, process.stdin, process.stderr) : first.answers
  if (SERVICES.every((id) => answers[id] === undefined)) {
    const urls = SERVICES.map((id) => `--${id} <url>`)
    throw new UsageError(`nothing to write: name a service with ${urls.join(', ')} or both`)
  }
  const keys = { ...first, answers }
  const said = targetFileOf(answers)
  const { file, ...answered } = tries
    ? await triedFile(said, keys, {
        yes,
        output: process.stderr,
        ...(isAtTerminal ? { input: process.stdin } : {}),
      })
    : { file: said, unconfirmed: {}, untaken: {}, remarks: {} }
  const problems = [...schemaProblems(file, sections, []), ...judgeTargetFile(file, output, sections, []).problems]
  if (problems.length > 0) throw new UsageError(`nothing was written: ${problems.join('; ')}`)
  await write(output, targetFileText(file, answered), force)
  process.stdout.write(
    `${[...told(output, keys, env, command), ...notConfirmed(answered.unconfirmed), ...(await openQuestions(file, output))].join('\n')}\n`,
  )
  return 0
}

async function write(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new UsageError(`--output ${path}: is there already; --force overwrites it`)
    throw new UsageError(`--output ${path}: cannot be written (${code}); name a file in a folder that exists`)
  }
}

/** What the file says though the service did not accept it. */
const notConfirmed = (unconfirmed: Readonly<Record<string, string>>): string[] =>
  Object.entries(unconfirmed).map(
    ([place, answered]) => `Not confirmed: ${place} is written as it was given, and was answered ${answered}`,
  )

function told(output: string, { answers }: Keys, env: NodeJS.ProcessEnv, command: string): string[] {
  const { liveKeyEnv = [], signingKeyEnv, boundKeyEnv, unboundKeyEnv, bearerEnv, webhookSecretEnv } = answers
  const variables = [...liveKeyEnv, signingKeyEnv, boundKeyEnv, unboundKeyEnv, bearerEnv, webhookSecretEnv].filter(
    (name) => name !== undefined,
  )
  const unset = variables.filter((name) => env[name] === undefined || env[name] === '')
  return [
    `${output} is written.`,
    ...(variables.length === 0 ? [] : [`It takes from the environment: ${variables.join(', ')}`]),
    ...(unset.length === 0
      ? []
      : [
          `Not set yet: ${unset.join(', ')}. Set them there, or as NAME=value in .env; no value is written in the file.`,
        ]),
    `What a run would do: ${command} plan --config ${output}`,
  ]
}
