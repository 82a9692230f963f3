import { spawn } from 'node:child_process'

/** Runs a command to its end, or to its deadline in seconds, which throws. Gives back what it wrote, and its exit code. */
export function command(program, args, { deadline = 180, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${program} took more than ${deadline} s`))
    }, deadline * 1000)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, text })
    })
  })
}
