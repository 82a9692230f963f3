import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/command.ts'
import { Changes } from './changes.ts'

/** ms after which nothing more is told of what was done. */
const TOLD = 500

/** A watched folder with a file in it, and what changes by an act, from the folder. */
async function watched(paths: (folder: string) => readonly string[] = (folder) => [folder], written: string[] = []) {
  const folder = join(emptyFolder(), 'src')
  mkdirSync(folder)
  const path = (...names: string[]): string => join(folder, ...names)
  writeFileSync(path('a.ts'), '')
  const changes = new Changes(
    paths(folder),
    written.map((name) => path(name)),
    (text) => expect(text).toBe(''),
  )
  await changes.ready
  return {
    path,
    changes,
    after: async (act: () => void | Promise<void>): Promise<string[]> => {
      await act()
      await sleep(TOLD)
      return changes
        .take()
        .map((name) => relative(relative('.', folder), name))
        .toSorted()
    },
  }
}

test('what changes is named; what the command writes, and what is nobody’s work, is passed over', async () => {
  const { path, changes, after } = await watched(undefined, ['report.json'])
  try {
    const nobodys = ['.assay', '.git', 'node_modules'].map((name) => join(name, 'last.json'))
    const ofEditors = ['.a.ts.swp', 'a.ts~', '.#a.ts', '4913']
    const seen = await after(async () => {
      for (const name of ['.assay', '.git', 'node_modules', 'lib']) mkdirSync(path(name))
      for (const name of [...nobodys, ...ofEditors, 'report.json', 'report.json.1234.tmp', 'service.log'])
        writeFileSync(path(name), '{}')
      writeFileSync(path('lib', 'b.ts'), '')
      await changes.next()
    })
    expect(seen).toEqual([join('lib', 'b.ts')])
  } finally {
    await changes.close()
  }
})

test('a file that was replaced is seen again, however it was, by its own name', async () => {
  const { path, changes, after } = await watched()
  const file = path('a.ts')
  try {
    const replacing = (): void => {
      writeFileSync(path('sedpgf6Nv'), 'y')
      renameSync(path('sedpgf6Nv'), file)
    }
    expect(await after(replacing)).toEqual(['a.ts'])
    expect(await after(() => appendFileSync(file, 'z'))).toEqual(['a.ts'])
    expect(await after(replacing)).toEqual(['a.ts'])
    const madeAnew = async (): Promise<void> => {
      rmSync(file)
      await sleep(250)
      writeFileSync(file, 'again')
    }
    expect(await after(madeAnew)).toEqual(['a.ts'])
    expect(await after(() => appendFileSync(file, 'z'))).toEqual(['a.ts'])
    expect(await after(() => rmSync(file))).toEqual(['a.ts'])
  } finally {
    await changes.close()
  }
})

test('what came and is gone again was no change', async () => {
  const { path, changes, after } = await watched()
  try {
    const passing = async (): Promise<void> => {
      writeFileSync(path('journal'), '')
      await changes.next()
      rmSync(path('journal'))
    }
    expect(await after(passing)).toEqual([])
  } finally {
    await changes.close()
  }
})

test('many files at once, new folders in new folders, and a folder that is made anew are all seen', async () => {
  const { path, changes, after } = await watched()
  const names = Array.from({ length: 60 }, (_, nth) => join('many', 'deep', `${nth}.ts`)).toSorted()
  const written = (): void => {
    mkdirSync(path('many', 'deep'), { recursive: true })
    for (const name of names) writeFileSync(path(name), `${Math.random()}`)
  }
  try {
    expect(await after(written)).toEqual(names)
    expect(await after(written)).toEqual(names)
    const built = async (): Promise<void> => {
      rmSync(path(), { recursive: true })
      await sleep(250)
      written()
    }
    expect(await after(built)).toEqual(['a.ts', ...names])
    expect(await after(() => appendFileSync(path('many', 'deep', '7.ts'), 'z'))).toEqual([join('many', 'deep', '7.ts')])
  } finally {
    await changes.close()
  }
})

test('of a file that is watched alone nothing else in its folder is told, and its return is', async () => {
  const { path, changes, after } = await watched((folder) => [join(folder, 'a.ts')])
  try {
    expect(await after(() => writeFileSync(path('b.ts'), ''))).toEqual([])
    expect(await after(() => rmSync(path('a.ts')))).toEqual(['a.ts'])
    expect(await after(() => writeFileSync(path('a.ts'), ''))).toEqual(['a.ts'])
    expect(await after(() => appendFileSync(path('a.ts'), 'z'))).toEqual(['a.ts'])
  } finally {
    await changes.close()
  }
})
