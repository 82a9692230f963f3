import { expect, test } from 'vitest'
import { crashText } from './crash-text.ts'

const suspect = (name: string, ...lines: string[]) => ({ name, lines })
const four = ['a', 'b', 'c', 'd'].map((name) => suspect(`POST /loans (${name})`, 'curl first', `curl ${name}`))

test('each request that is named has its commands, once where several have the same, and what was answered last is named', () => {
  const [text, ...commands] = crashText(
    four,
    ', or what it had answered just before, and went on with: GET /loans',
  ).split('\n')
  expect(text).toBe(
    'it is not back at once: if it crashed, then while it was to answer POST /loans (a), POST /loans (b), POST /loans (c) and 1 more, or what it had answered just before, and went on with: GET /loans; the commands send the first 3, one after the other:',
  )
  expect(commands).toEqual(['curl first', 'curl a', 'curl b', 'curl c', ''])
})

test('one alone is sent, and nothing is said where nothing is known', () => {
  expect(crashText([suspect('GET /loans', 'curl a')], '')).toBe(
    'it is not back at once: if it crashed, then while it was to answer GET /loans; the command sends it:\ncurl a\n',
  )
  expect(crashText([], '')).toBe('')
})
