import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { addition } from './target-lines.ts'

test('one line stands behind the words', () => {
  expect(addition('library.desk: { opens: "9" }')).toBe('add to the target file: library.desk: { opens: "9" }')
})

test('a flag is no line of the file', () => {
  expect(addition('--depth deep')).toBe('asked with --depth deep')
})

test('several are YAML as they stand', () => {
  const [head, ...lines] = addition('library.desk: { opens: "9" }\nallow.closesDesk: true').split('\n')
  expect(head).toBe('add to the target file:')
  expect(parse(lines.join('\n'))).toEqual({ 'library.desk': { opens: '9' }, 'allow.closesDesk': true })
})
