import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { schemaProblems } from '../../../kit/target/file/problems.ts'
import { judgeTargetFile } from '../../../kit/target/file/rules.ts'
import { UsageError } from '../../usage-error.ts'
import { questionnaire } from '../init/questionnaire.ts'
import { type Answers, targetFileOf } from '../init/target-answers.ts'
import { targetFileText } from '../init/target-text.ts'
import { sections } from '../services.ts'

export interface InitFlags extends Answers {
  readonly output: string
  readonly force?: boolean
}

/** Writes a target file from flags and, on a terminal, from questions for what the flags leave open. */
export async function init({ output, force = false, ...flags }: InitFlags): Promise<number> {
  if (!['.yaml', '.yml'].includes(extname(output).toLowerCase()))
    throw new UsageError(`--output ${output}: expected a name that ends with .yaml or .yml`)
  const asks = process.stdin.isTTY === true && process.stderr.isTTY === true
  const answers = asks ? await questionnaire(flags, process.stdin, process.stderr) : flags
  if (sections.every(({ id }) => answers[id] === undefined)) {
    const flags = sections.map(({ id }) => `--${id} <url>`)
    throw new UsageError(`nothing to write: name a service with ${flags.join(', ')} or both`)
  }
  const file = targetFileOf(answers)
  const problems = [...schemaProblems(file, sections, []), ...judgeTargetFile(file, output, sections, []).problems]
  if (problems.length > 0) throw new UsageError(`nothing was written: ${problems.join('; ')}`)
  await write(output, targetFileText(file), force)
  process.stdout.write(`${told(output, answers).join('\n')}\n`)
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

function told(output: string, answers: Answers): string[] {
  const { liveKeyEnv = [], signingKeyEnv, boundKeyEnv, unboundKeyEnv, bearerEnv, webhookSecretEnv } = answers
  const variables = [...liveKeyEnv, signingKeyEnv, boundKeyEnv, unboundKeyEnv, bearerEnv, webhookSecretEnv].filter(
    (name) => name !== undefined,
  )
  return [
    `${output} is written.`,
    ...(variables.length === 0 ? [] : [`It takes from the environment: ${variables.join(', ')}`]),
    `What a run would do: assay plan --config ${output}`,
  ]
}
