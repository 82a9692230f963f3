import { expect, test } from 'vitest'
import type { Fixture } from '../../../kit/check/check.ts'
import { type Answered, contextOf } from '../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../define.ts'
import { cardCreation, qrCreation } from './card.ts'

const OF_RECIPE = 'with the values of outcomes.completed'
const bodies = { card: { amount: 500, type: 'card' }, qr: { amount: 500, type: 'qr' } }

/** The creations that are sent, and the receivers that the last of them names, by their labels. */
async function madeBy(fixture: Fixture<unknown>, answers: readonly Answered[], completed?: object) {
  const inboxes: string[] = []
  const { t, sent } = contextOf<FixtureContext>({
    service: {
      baseUrl: 'http://127.0.0.1',
      keys: { live: ['sk'] },
      bodies,
      ...(completed && { outcomes: { completed } }),
    },
    answers,
    context: {
      inbox: (name: string) => {
        inboxes.push(name)
        return { url: `http://127.0.0.1/${inboxes.length}` }
      },
    },
  })
  await fixture.make(t as object as Parameters<typeof fixture.make>[0])
  return { labels: sent.map(({ label }) => label), receivers: inboxes.slice(-2) }
}

const TAKEN = { status: 201 }
const recipe = { with: { phone: '255700000102' } }

// Whoever uses it may have it cancelled: nothing that it is called by says what becomes of it.
test.for<readonly [string, Fixture<unknown>, readonly Answered[], object | undefined, readonly string[]]>([
  ['a card payment', cardCreation, [TAKEN], recipe, [`card payment ${OF_RECIPE}`]],
  ['a QR payment', qrCreation, [TAKEN], recipe, [`QR payment ${OF_RECIPE}`]],
  [
    'one whose values are not taken',
    cardCreation,
    [{ status: 400 }, TAKEN],
    recipe,
    [`card payment ${OF_RECIPE}`, 'card payment'],
  ],
  ['one that no values are known for', cardCreation, [TAKEN], undefined, ['card payment']],
])('%s is called by what was sent', async ([_, fixture, answers, completed, labels]) => {
  const made = await madeBy(fixture, answers, completed)
  expect(made.labels).toEqual(labels)
  const last = labels.at(-1) ?? ''
  expect(made.receivers).toEqual([`pay/${last}: webhook_url`, `pay/${last}: callback_url`])
})
