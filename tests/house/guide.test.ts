import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const guide = readFileSync(join(root, 'docs/writing-a-suite.md'), 'utf8')

/** Each block of the guide below the name of the file that it shows. */
const blocks = [...guide.matchAll(/\[([^\]]+)\]\(\.\.\/\1\)\n\n```\w+\n(.*?)\n```/gs)].map(
  ([, file = '', code = '']) => ({
    file,
    pieces: code.split('\n// …\n'),
  }),
)

test.for(blocks)('docs/writing-a-suite.md shows $file as it is', ({ file, pieces }) => {
  const text = readFileSync(join(root, file), 'utf8')
  let from = 0
  for (const piece of pieces) {
    const at = text.indexOf(piece, from)
    expect(at, `${file} has not: ${piece}`).toBeGreaterThanOrEqual(0)
    from = at + piece.length
  }
})

test('every block of the guide names its file', () => {
  expect(guide.match(/^```\w+$/gm)).toHaveLength(blocks.length)
  expect(blocks.length).toBeGreaterThan(12)
})
