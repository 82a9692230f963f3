import { expect, it } from 'vitest'
import { Locks } from './locks.ts'

it('lets holders of one name follow each other in order', async () => {
  const locks = new Locks()
  const order: string[] = []
  const work = async (name: string, pause: number) => {
    const release = await locks.take('k')
    order.push(`${name}+`)
    await new Promise((resolve) => setTimeout(resolve, pause))
    order.push(`${name}-`)
    release()
  }
  await Promise.all([work('a', 10), work('b', 1), work('c', 1)])
  expect(order).toEqual(['a+', 'a-', 'b+', 'b-', 'c+', 'c-'])
  expect(locks.held('k')).toBe(false)
})

it('keeps names apart', async () => {
  const locks = new Locks()
  const release = await locks.take('a')
  await (await locks.take('b'))()
  expect(locks.held('a')).toBe(true)
  release()
  expect(locks.held('a')).toBe(false)
})
