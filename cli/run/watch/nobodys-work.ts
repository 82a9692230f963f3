/** Folders in which much changes that is nobody's work. */
const ASIDE = new Set(['.assay', '.git', 'node_modules'])

/** A service writes one while it is judged, and would be judged for it again. */
const LOG = /\.log$/i

/** What editors put beside a file while it is open, or in its place for a moment: Vim, Emacs, JetBrains, GNOME, KDE. */
const OF_EDITORS = /^4913$|~$|\.sw[a-z]$|^\.?#|___jb_(tmp|old)___$|^\.goutputstream-|\.kate-swp$/i

/** Whether a change there means nothing. @param path from what is watched */
export function isNobodysWork(path: string): boolean {
  const parts = path.split(/[/\\]/)
  const name = parts.at(-1) ?? ''
  return LOG.test(name) || OF_EDITORS.test(name) || parts.some((part) => ASIDE.has(part))
}
