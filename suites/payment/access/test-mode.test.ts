import { expect, test } from 'vitest'
import type { FixtureContext } from '../../../kit/check/context.ts'
import { Blocked } from '../../../kit/check/signals.ts'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import { switches, whileTurned } from './test-mode.ts'

const ON = { to: 'testModeOn', back: 'testModeOff' } as const
const service = {
  baseUrl: 'http://127.0.0.1',
  outcomes: { testModeOn: { call: { url: 'http://127.0.0.1' } }, testModeOff: { call: { url: 'http://127.0.0.1' } } },
}

/** A context, what was switched in it, and what it was asked to undo. */
function scene(fails: (nth: number, recipe: string) => boolean = () => false) {
  const turned: string[] = []
  const open: { title: string; restorer?: string; undo(context: object): Promise<void> }[] = []
  const { t } = contextOf<CheckContext>({
    service,
    context: {
      step: async ({ recipe }: { recipe: string }) => {
        turned.push(recipe)
        if (fails(turned.length, recipe)) throw new Blocked(`the call of the recipe ${recipe} was answered 400`)
        return ''
      },
      afterwards: (each: (typeof open)[number]) => open.push(each),
    },
  })
  const undo = async (): Promise<void> => {
    for (const each of open) await each.undo(t)
  }
  return { t, turned, open, undo }
}

const judged = async (): Promise<void> => undefined

test('test mode is switched and switched back, and nothing is left for the end of the run', async () => {
  const { t, turned, open, undo } = scene()
  await whileTurned(t, ON, judged)
  await undo()
  expect(turned).toEqual(['testModeOn', 'testModeOff'])
  expect(open).toMatchObject([{ title: 'test mode of the platform, which was off', restorer: 'testModeOff' }])
})

test('what does not go back is tried again at the end of the run, and fails there by name', async () => {
  const once = scene((nth) => nth === 2)
  await expect(whileTurned(once.t, ON, judged)).rejects.toThrow('testModeOff was answered 400')
  await once.undo()
  expect(once.turned).toEqual(['testModeOn', 'testModeOff', 'testModeOff'])
  const ever = scene((_, recipe) => recipe === 'testModeOff')
  await expect(whileTurned(ever.t, ON, judged)).rejects.toThrow(Blocked)
  await expect(ever.undo()).rejects.toThrow('testModeOff was answered 400')
})

test('what is cut off between the two is put back, and what is to stay stays', async () => {
  const cut = scene()
  const stopped = new Error('stopped')
  await expect(whileTurned(cut.t, ON, () => Promise.reject(stopped))).rejects.toThrow(stopped)
  expect(cut.turned).toEqual(['testModeOn', 'testModeOff'])
  const left = scene()
  await whileTurned(left.t, { to: 'testModeOff', back: 'testModeOn' }, judged, () => true)
  await left.undo()
  expect(left.turned).toEqual(['testModeOff'])
})

test('a later run puts it back by the same recipe', async () => {
  const { t, turned } = scene()
  for (const { restore } of Object.values(switches)) await restore(t as object as FixtureContext)
  expect(turned).toEqual(['testModeOn', 'testModeOff'])
})
