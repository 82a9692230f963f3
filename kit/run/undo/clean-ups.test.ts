import { expect, test } from 'vitest'
import type { FixtureContext } from '../../check/context.ts'
import { CleanUps } from './clean-ups.ts'

const going = new AbortController().signal

/** What is undone, in order, and by whose context. */
function cleanUps() {
  const cleanUps = new CleanUps()
  const undone: string[] = []
  const add = (title: string, undo?: (t: FixtureContext) => Promise<void>, service = 'library') =>
    cleanUps.add({
      title,
      owner: 'lib/desk',
      service,
      undo: async (t) => {
        undone.push(`${title} at ${t.service}`)
        await undo?.(t)
      },
    })
  const contextFor = (service: string) => ({ service }) as unknown as FixtureContext
  return { add, cleanUps, undone, undo: (signal = going) => cleanUps.undo(contextFor, signal) }
}

test('the last change is undone first, each at its own service', async () => {
  const { add, undone, undo } = cleanUps()
  add('the desk')
  add('the copies', undefined, 'archive')
  add('the shelf')
  expect(await undo()).toEqual([])
  expect(undone).toEqual(['the shelf at library', 'the copies at archive', 'the desk at library'])
})

test('one ends before the next begins', async () => {
  const { add, undone, undo } = cleanUps()
  add('the desk')
  add('the shelf', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    undone.push('the shelf is done')
  })
  await undo()
  expect(undone).toEqual(['the shelf at library', 'the shelf is done', 'the desk at library'])
})

test('what could not be undone is told with its reason, and the others are undone all the same', async () => {
  const { add, cleanUps: held, undone, undo } = cleanUps()
  add('the desk')
  add('the shelf', () => Promise.reject(new Error('it was answered 500')))
  held.add({
    title: 'the door',
    owner: 'lib/desk',
    service: 'library',
    undo: () => {
      throw new TypeError('there is no door')
    },
  })
  expect(await undo()).toEqual(['the door: there is no door', 'the shelf: it was answered 500'])
  expect(undone).toEqual(['the shelf at library', 'the desk at library'])
})

test('each is undone once', async () => {
  const { add, undone, undo } = cleanUps()
  add('the desk')
  await Promise.all([undo(), undo()])
  expect(await undo()).toEqual([])
  expect(undone).toEqual(['the desk at library'])
})

test('with no time left each is begun, and what does not end at once is told', async () => {
  const { add, undone, undo } = cleanUps()
  add('the desk')
  add('the shelf', () => new Promise(() => undefined))
  expect(await undo(AbortSignal.abort())).toEqual(['the shelf: it did not end in time'])
  expect(undone).toEqual(['the shelf at library', 'the desk at library'])
})

test('what hangs ends with the time that there is', async () => {
  const { add, undo } = cleanUps()
  add('the shelf', () => new Promise(() => undefined))
  expect(await undo(AbortSignal.timeout(10))).toEqual(['the shelf: it did not end in time'])
})

test('whoever asks is told before each change, and of what is left after each was undone', async () => {
  const told: string[][] = []
  const cleanUps = new CleanUps((open) => told.push(open.map(({ title }) => title)))
  const add = (title: string, undo: () => Promise<void> = async () => undefined) =>
    cleanUps.add({ title, owner: 'lib/desk', service: 'library', restorer: 'r', undo })
  add('the desk')
  add('the shelf', () => Promise.reject(new Error('gone')))
  add('the copies')
  await cleanUps.undo(() => ({}) as FixtureContext, going)
  expect(told).toEqual([
    ['the desk'],
    ['the desk', 'the shelf'],
    ['the desk', 'the shelf', 'the copies'],
    ['the desk', 'the shelf'],
    ['the shelf'],
  ])
})
