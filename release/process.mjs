import { spawn } from 'node:child_process'

/**
 * Runs a program to its end. Its standard input is closed.
 * @param options.within seconds after which it is ended, and the promise rejects; 300 when absent
 * @param options.expected exit codes; 0 alone when absent
 * @returns what it wrote to both outputs, and the seconds that it took
 */
export async function run(command, args, { cwd, env, within = 300, expected = [0] }) {
  const startedAt = performance.now()
  const { output, stdout, code } = await started(command, args, { cwd, env, within }).ended
  const seconds = (performance.now() - startedAt) / 1000
  if (!expected.includes(code))
    throw new Error(`${command} ${args.join(' ')}\nended with ${code}, not with ${expected.join(' or ')}\n${output}`)
  return { output, stdout, seconds }
}

/** The same, while it goes on: `says(text)` resolves once it has written that, and rejects when it ends before. */
export function started(command, args, { cwd, env, within = 300 }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), within * 1000)
  let output = ''
  let stdout = ''
  let waiting = []
  const heard = () => {
    for (const { text, resolve } of waiting) if (output.includes(text)) resolve(output)
    waiting = waiting.filter(({ text }) => !output.includes(text))
  }
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      heard()
    })
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      for (const { text, reject: never } of waiting) never(new Error(`it ended before it said ${text}:\n${output}`))
      resolve({ output, stdout, code: code ?? signal })
    })
  })
  const says = (text) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, resolve, reject })
      heard()
    })
  return { says, ended, stop: (signal = 'SIGINT') => child.kill(signal) }
}
