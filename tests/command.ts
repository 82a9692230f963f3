import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, vi } from 'vitest'
import { commandLine } from '../cli/command-line.ts'
import { own } from '../cli/own/own.ts'
import { ownCommands } from '../cli/own/own-commands.ts'
import type {} from './temporary-folder.ts'

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  readonly env?: Record<string, string>
  readonly cwd?: string
  /** Sends SIGINT then, so many times, 300 ms apart. */
  readonly interrupt?: { readonly when: Promise<unknown>; readonly times: number }
  /** Told of everything that was printed so far, whenever there is more. */
  readonly onPrinted?: (stdout: string) => void
}

/** A folder with nothing in it, removed after the last test. */
export const emptyFolder = (): string => mkdtempSync(join(inject('temporaryFolder'), 'test-'))

/** The real command as built, in an empty folder and without colours. */
export function assay(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return started(args, options).ended
}

/** The same, with its process. */
export function started(
  args: readonly string[],
  { env = {}, cwd = emptyFolder(), interrupt, onPrinted }: CommandOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), ASSAY_COMMAND: 'assay', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    onPrinted?.(stdout)
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  void interrupt?.when.then(async () => {
    for (let time = 0; time < interrupt.times; time += 1) {
      child.kill('SIGINT')
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, ended }
}

/** A script of Node, a tool of a folder among them: both outputs as they came. */
export async function nodeScript(
  script: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

/**
 * The same command within this process, from its source: it costs no start. Signals, flags of Node and what happens at
 * the end of a process are matters of the real one. One at a time: the output, the folder and the environment are the
 * process's own.
 */
export async function assayHere(
  args: readonly string[],
  { env = {}, cwd = emptyFolder() }: Pick<CommandOptions, 'env' | 'cwd'> = {},
): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += text
      return true
    }),
  )
  const before = process.cwd()
  // Whoever runs the tests may want colours of them.
  const variables = { NO_COLOR: '1', FORCE_COLOR: '', ...env }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  process.chdir(cwd)
  try {
    return { code: await commandLine(args, own, ownCommands), ...said }
  } finally {
    process.chdir(before)
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/** What was said beside the plan that a run shows before it starts. */
export const withoutPlan = (stderr: string): string => stderr.replace(/^Plan: .*\n(?: {2}.*\n)*/, '')

/** A promise that is kept when the printed text matches, with what the first group holds. */
export function printed(pattern: RegExp): { readonly seen: Promise<string>; onPrinted(stdout: string): void } {
  let keep = (_: string): void => undefined
  const seen = new Promise<string>((resolve) => {
    keep = resolve
  })
  return {
    seen,
    onPrinted: (stdout) => {
      const found = pattern.exec(stdout)
      if (found !== null) keep(found[1] ?? '')
    },
  }
}
