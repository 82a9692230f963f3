import { expect, test } from 'vitest'
import { own } from '../../cli/own/own.ts'
import type { Check } from '../../kit/check/check.ts'
import { catalogue } from '../../specs/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'

const ids = Object.keys(catalogue)

/** Observable statements of a service that no check covers. */
function uncovered(checks: readonly Check[], prefix: string): string[] {
  const covered = new Set(checks.flatMap(({ covers }) => covers))
  return ids.filter((id) => id.startsWith(prefix) && catalogue[id]?.unobservable === undefined && !covered.has(id))
}

test('the ids are pinned', async () => {
  await expect(`${ids.toSorted().join('\n')}\n`).toMatchFileSnapshot('./catalogue.ids.txt')
})

test('the ids of checks are pinned', async () => {
  const named = (await everyCheck()).map(({ id }) => id)
  await expect(`${named.toSorted().join('\n')}\n`).toMatchFileSnapshot('./check-ids.txt')
})

test.for(own.suites)('every statement of $service.contract.id has a check or a stated reason', async (suite) => {
  expect(uncovered(await suite.checks(), `${suite.service.contract.prefix}.`)).toEqual([])
})

test('the proof above notices a check that is gone', () => {
  const keyRequired = (check: Check) => check.covers.includes('pay.idempotency.key-required')
  expect(
    uncovered(
      paymentChecks.filter((check) => !keyRequired(check)),
      'pay.',
    ),
  ).toContain('pay.idempotency.key-required')
})

/** The checks of every suite, those with generated values among them. */
const everyCheck = async (): Promise<readonly Check[]> =>
  (await Promise.all(own.suites.map((suite) => suite.checks()))).flat()

test('nothing that is unobservable is covered', async () => {
  const covered = (await everyCheck()).flatMap(({ covers }) => covers)
  expect(covered.filter((id) => catalogue[id]?.unobservable !== undefined)).toEqual([])
})

test('every check judges something: what it says of nothing that it covers would be in no verdict', async () => {
  const silent = (await everyCheck()).filter(({ covers }) => covers.length === 0)
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('checks have ids and titles of their own, without modal verbs', async () => {
  const all = await everyCheck()
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ id, title }) => `${id.split('/')[0]}: ${title}`)).size).toBe(all.length)
  expect(all.filter(({ title }) => /\b(must|should|shall)\b/i.test(title))).toEqual([])
})

test('no two checks have one id or one title: readers and other tools would take them for the same', async () => {
  const checks = await everyCheck()
  const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)
  expect(twice(checks.map(({ id }) => id))).toEqual([])
  expect(twice(checks.map(({ title }) => title))).toEqual([])
})
