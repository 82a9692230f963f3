import { describe, expect, it } from 'vitest'
import { sameOrder, writingOf } from './compact.ts'

const loose = (text: string) => writingOf(Buffer.from(text))?.loose

describe('the writing of a JSON text', () => {
  it('is compact without blanks outside strings', () => {
    const texts = [
      '{"a":1}',
      '[]',
      '"a b\\n"',
      '{"a b":"c: d, \\" e","f":[1.0,-2e+3,true,null,{}]}',
      '{"é":"😀 \\u00e9"}',
    ]
    for (const text of texts) expect(loose(text), text).toBeUndefined()
  })

  it.each([
    ['{"a": 1}', 'whitespace after 5 characters'],
    ['{"a":1 }', 'whitespace after 6 characters'],
    ['{\n"a":1}', 'a line end after 1 characters'],
    [' {}', 'whitespace before the value'],
    ['{}\n', 'a line end after the value'],
    ['{}\r\n', 'a line end after the value'],
    ['{} \n', 'whitespace after the value'],
    ['\uFEFF{}', 'a byte order mark'],
    ['\uFEFF{ }', 'a byte order mark'],
  ])('tells what is loose about %j', (text, what) => {
    expect(loose(text)).toBe(what)
  })

  it('is not told of bytes that are no JSON', () => {
    for (const text of ['', '{"a":}', '{}{}', "{'a':1}", '\uFEFF', '{"a":1}\u00a0'])
      expect(writingOf(Buffer.from(text)), text).toBeUndefined()
  })

  it('keeps the keys of every object as they are written', () => {
    const text = '{"b":{"2":0,"1":[{"y":1,"x":{}},{"x":2}]},"a":"b:c","\\u0063":[[{"k":1}]]}'
    expect(writingOf(Buffer.from(text))?.objects).toEqual([
      { path: '', keys: ['b', 'a', 'c'] },
      { path: '/b', keys: ['2', '1'] },
      { path: '/b/1/*', keys: ['y', 'x'] },
      { path: '/b/1/*/x', keys: [] },
      { path: '/b/1/*', keys: ['x'] },
      { path: '/c/*/*', keys: ['k'] },
    ])
  })

  it('compares the order of shared keys only', () => {
    expect(sameOrder(['a', 'b', 'c'], ['a', 'c'])).toBe(true)
    expect(sameOrder(['a', 'c'], ['a', 'b', 'c', 'd'])).toBe(true)
    expect(sameOrder(['a', 'b'], ['b', 'a'])).toBe(false)
    expect(sameOrder(['a', 'x', 'b'], ['b', 'y', 'a'])).toBe(false)
    expect(sameOrder([], ['a'])).toBe(true)
  })
})
