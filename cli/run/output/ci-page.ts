import { randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import type { Report } from '../../../kit/report/report.ts'
import { githubAnnotations, githubVerdicts, withoutCommands } from '../../../reporters/github.ts'
import { markdownReport } from '../../../reporters/markdown/markdown.ts'
import { markdownMatrix } from '../../../reporters/markdown/matrix.ts'
import type { Matrix } from '../../../reporters/views/runs/matrix.ts'

export const isSet = (value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== 'false'

/** The console report as it may be printed here: on GitHub, what a target wrote must not be taken for a command. */
export function printedOn(env: NodeJS.ProcessEnv, text: string): string {
  return isSet(env.GITHUB_ACTIONS) ? withoutCommands(text, randomUUID()) : text
}

/** Annotations and the summary of the job, where there is somebody to show them. */
export async function tellGithub(
  report: Report,
  env: NodeJS.ProcessEnv,
  stream: { write(text: string): unknown },
): Promise<void> {
  if (isSet(env.GITHUB_ACTIONS)) stream.write(githubAnnotations(report))
  await summarise(env, () => markdownReport(report))
}

/** The same for several runs: one annotation for each that did not end well, and the matrix. */
export async function tellGithubOfSeveral(
  matrix: Matrix,
  env: NodeJS.ProcessEnv,
  stream: { write(text: string): unknown },
): Promise<void> {
  if (isSet(env.GITHUB_ACTIONS)) stream.write(githubVerdicts(matrix))
  await summarise(env, () => markdownMatrix(matrix))
}

async function summarise({ GITHUB_STEP_SUMMARY: page }: NodeJS.ProcessEnv, text: () => string): Promise<void> {
  if (!isSet(page)) return
  // The verdict stands whether or not the page can be written.
  await appendFile(page, text()).catch((error: Error) => {
    process.stderr.write(`GITHUB_STEP_SUMMARY cannot be written: ${error.message}\n`)
  })
}
