import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutated } from './mutants.mjs'

/** What is not used any more is no error here: nobody would see it in a service. */
const FLAGS = [
  '--noEmit',
  '--pretty',
  'false',
  '--noUnusedLocals',
  'false',
  '--noUnusedParameters',
  'false',
  '--incremental',
  '--tsBuildInfoFile',
  '.tsbuildinfo',
]

/** Files of a checkout that do not compile. */
function uncompiled(root) {
  const { stdout } = spawnSync('npx', ['tsc', ...FLAGS], { cwd: root, encoding: 'utf8' })
  return new Set([...stdout.matchAll(/^([\w./-]+\.ts)\(\d+,\d+\): error/gm)].map(([, file]) => file))
}

/**
 * Which of some changes compile. As many are tried at once as there are in files apart; what goes wrong beside them is
 * laid to those that it imports.
 */
export function compiling(root, mutants, sources, importers) {
  const kept = []
  let waiting = mutants
  const tried = (some) => {
    for (const each of some) writeFileSync(join(root, each.file), mutated(sources[each.file], each))
    const wrong = uncompiled(root)
    for (const { file } of some) writeFileSync(join(root, file), sources[file])
    return wrong
  }
  while (waiting.length > 0) {
    const files = new Set()
    const together = waiting.filter(({ file }) => !files.has(file) && files.add(file))
    waiting = waiting.filter((each) => !together.includes(each))
    const wrong = tried(together)
    const elsewhere = [...wrong].filter((file) => !files.has(file))
    for (const each of together) {
      if (wrong.has(each.file)) continue
      const reach = elsewhere.length === 0 ? undefined : importers(each.file)
      const isSuspect = elsewhere.some((file) => reach.has(file))
      if (!isSuspect || tried([each]).size === 0) kept.push(each)
    }
  }
  return mutants.filter((each) => kept.includes(each))
}
