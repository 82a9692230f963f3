import { spawn } from 'node:child_process'

/**
 * Shows a file with what the system opens such files with. False where there is no display, or nothing that opens it.
 * @param platform as `process.platform` names it
 */
export function browser(path: string, platform: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const opener = openerOf(path, platform, env)
  if (opener === undefined) return Promise.resolve(false)
  const [command, ...args] = opener
  return new Promise((resolve) => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
    child.unref()
  })
}

/** The command that opens a file; undefined where nobody would see it. */
export function openerOf(
  path: string,
  platform: string,
  { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, CI }: NodeJS.ProcessEnv,
): readonly [command: string, ...args: string[]] | undefined {
  if (CI !== undefined && CI !== '' && CI !== 'false') return undefined
  // `start` takes its first quoted argument for a title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', path]
  if (platform === 'darwin') return SSH_CONNECTION === undefined ? ['open', path] : undefined
  return (DISPLAY ?? '') === '' && (WAYLAND_DISPLAY ?? '') === '' ? undefined : ['xdg-open', path]
}
