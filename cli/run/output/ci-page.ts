import { randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import type { Report } from '../../../kit/report/report.ts'
import { githubAnnotations, withoutCommands } from '../../../reporters/github.ts'
import { markdownReport } from '../../../reporters/markdown/markdown.ts'

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '' && value !== 'false'

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
  if (!isSet(env.GITHUB_STEP_SUMMARY)) return
  // The verdict stands whether or not the page can be written.
  await appendFile(env.GITHUB_STEP_SUMMARY, markdownReport(report)).catch((error: Error) => {
    process.stderr.write(`GITHUB_STEP_SUMMARY cannot be written: ${error.message}\n`)
  })
}
