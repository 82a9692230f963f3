import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

test('so many are let in at a time, in their order', async () => {
  const lanes = new Lanes(2)
  const entered: string[] = []
  const enter = async (name: string) => {
    const leave = await lanes.enter()
    entered.push(name)
    return leave
  }
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(enter)
  const leave = await a
  await b
  expect(entered).toEqual(['a', 'b'])
  leave?.()
  leave?.()
  await c
  expect(entered).toEqual(['a', 'b', 'c'])
  ;(await b)?.()
  await d
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})
