import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { correctable, unauthenticated } from '../../../specs/payment/caller/requirements.ts'
import { isRepeated, judgeSurfaced, judgeUnrepeated, memberOf, shown } from '../../shared/caller/judging.ts'
import { play, uuidFor } from '../../shared/caller/scenario.ts'
import { type Code, isCreation, isRead, type Payment, refusal, serving } from './answers.ts'
import { create, differences, givenFor, keyFor } from './creation.ts'
import { type CheckContext, defineCheck } from './define.ts'
import { created } from './fixtures.ts'

/** Why nothing is said of codes. */
export const CODELESS = 'the driver tells no code of an error: have it answer {"ok": false, "error": {"code": …}}'

/** What the document says that these rows carry. */
export function detailsOf(code: Code, { id, reference }: Payment): unknown {
  switch (code) {
    case 'PAYMENT_DECLINED':
      return { transaction_id: id, status: 'failed', reference }
    case 'DUPLICATE_REFERENCE':
      return { existing_transaction_id: id, existing_status: 'pending', reference }
    case 'VALIDATION_ERROR':
      return [{ field: 'phone', message: 'is no number of this network' }]
    default:
      return undefined
  }
}

/** A creation that is refused, and would go well the next time. */
export const refused = (t: Parameters<typeof create>[0], name: string, code: Code) =>
  create(t, name, (payment) => [refusal(code, { details: detailsOf(code, payment) })])

/** More than any client sends one creation. */
const EVERY_ATTEMPT = 20

/** A creation that is answered the same however often it is sent: so who sends it again tells what it met as well. */
export const refusedEachTime = (
  t: Parameters<typeof create>[0],
  name: string,
  code: Code,
  told: (payment: Payment) => Parameters<typeof refusal>[1] = (payment) => ({ details: detailsOf(code, payment) }),
) =>
  create(t, name, (payment) => {
    const answer = refusal(code, told(payment))
    return Array.from({ length: EVERY_ATTEMPT }, () => answer)
  })

const UNCHANGED = ['PAYMENT_DECLINED', 'INSUFFICIENT_FUNDS', 'DUPLICATE_REFERENCE'] as const

/** A read that is refused: the only row of 404 that an endpoint of the document answers with. */
async function readRefused(t: CheckContext) {
  const name = 'refused with 404 RESOURCE_NOT_FOUND'
  const payment = { id: uuidFor(t.seed, name), reference: '' }
  const scenario = {
    name: `pay-caller/${name}`,
    operation: 'read',
    input: { id: payment.id },
    given: givenFor(t, name),
    serve: serving(t.service, payment, { reads: [refusal('RESOURCE_NOT_FOUND')] }),
  }
  return play(t, scenario, keyFor(t, name))
}

/** Why nothing is said of what is told of a refusal. */
const AGAIN = 'the request was sent again, and went well'

export const refusalChecks = [
  // A 401 is not retried. Payment › Errors › Authentication.
  defineCheck({
    id: 'pay-caller/refusals/unauthenticated',
    title: 'A 401 is not retried, and its codes are told apart',
    covers: ['pay-caller.auth.not-retried', 'pay-caller.error.surfaced', 'pay-caller.error.code-case'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const met = await Promise.all(unauthenticated.map((code) => refusedEachTime(t, `refused with 401 ${code}`, code)))
      for (const [index, each] of met.entries()) {
        const code = unauthenticated[index] ?? 'unauthorized'
        const [first] = each.creations
        const when = `401 ${code}`
        const isAgain = isCreation
        judgeUnrepeated(t, 'pay-caller.auth.not-retried', each, { first, isAgain, when, at: { code } })
        judgeSurfaced(t, 'pay-caller.error.surfaced', each, when)
      }
      judgeCase(t, met)
    },
  }),
  // Fix the request before retrying 400, 403, 404, 422. Payment › Errors › Retry rules.
  ...correctable.map((row) => {
    const [status = '', code = ''] = row.split(' ')
    return defineCheck({
      id: `pay-caller/refusals/${code.toLowerCase().replaceAll('_', '-')}`,
      title: `A request that is answered ${row} is not sent again as it was`,
      covers: ['pay-caller.refusal.fixed-first', 'pay-caller.error.surfaced'],
      uses: [created],
      run: async (t) => {
        await t.use(created)
        const isRead404 = status === '404'
        const met = isRead404 ? await readRefused(t) : await refused(t, `refused with ${row}`, code as Code)
        const [first] = met.requests.filter(isRead404 ? isRead : isCreation)
        judgeUnrepeated(t, 'pay-caller.refusal.fixed-first', met, {
          first,
          isAgain: isRepeated,
          when: row,
          at: { answer: row },
        })
        const isAgain = met.requests.some((each) => each !== first && first !== undefined && isRepeated(each, first))
        if (!isAgain) judgeSurfaced(t, 'pay-caller.error.surfaced', met, row, isRead404)
        else t.markUnexercised('pay-caller.error.surfaced', 'not met', AGAIN)
      },
    })
  }),
  // Do not retry unchanged PAYMENT_DECLINED, INSUFFICIENT_FUNDS, DUPLICATE_REFERENCE. Payment › Errors › Retry rules.
  ...UNCHANGED.map((code) =>
    defineCheck({
      id: `pay-caller/refusals/${code.toLowerCase().replaceAll('_', '-')}`,
      title: `A creation that is answered ${code} is not sent again unchanged`,
      covers: [
        'pay-caller.refusal.not-unchanged',
        'pay-caller.refusal.duplicate-resolved',
        'pay-caller.error.surfaced',
      ],
      uses: [created],
      run: async (t) => {
        await t.use(created)
        const met = await refused(t, `refused with ${code}`, code)
        const [, ...others] = met.requests
        judgeUnrepeated(t, 'pay-caller.refusal.not-unchanged', met, {
          first: met.creations[0],
          isAgain: (later, before) => isCreation(later) && isUnchanged(later, before, code),
          when: code,
          at: { code },
        })
        judgeDeclined(t, met, code)
        if (code !== 'DUPLICATE_REFERENCE') {
          t.markUnexercised('pay-caller.refusal.duplicate-resolved', 'not met', 'no reference was taken twice')
          return
        }
        const did = others.some(isRead)
          ? 'the existing payment is read'
          : others.some(isCreation)
            ? 'another creation is sent'
            : 'the error is told'
        t.observe('pay-caller.open.duplicate', did, met.requests)
        const common = {
          subject: 'a creation with a taken reference',
          expected: 'the existing payment or a new reference',
          evidence: met.requests,
        }
        t.conclude(
          'pay-caller.refusal.duplicate-resolved',
          did === 'the error is told' ? { ok: false, actual: did, ...common } : { ok: true, ...common },
        )
      },
    }),
  ),
  // No retry rule names CONFLICT. Payment › Errors › Payments.
  defineCheck({
    id: 'pay-caller/refusals/conflict',
    title: 'A creation that is answered CONFLICT is not told as done',
    covers: ['pay-caller.error.surfaced'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const met = await refused(t, 'refused with 409 CONFLICT', 'CONFLICT')
      const again = met.creations.length > 1
      t.observe('pay-caller.open.conflict', again ? 'it is sent again' : 'it is not sent again', met.creations)
      if (!again) judgeSurfaced(t, 'pay-caller.error.surfaced', met, '409 CONFLICT')
      else t.markUnexercised('pay-caller.error.surfaced', 'not met', AGAIN)
    },
  }),
]

/** A taken reference is what a creation has to change; else any of its fields. */
const isUnchanged = (later: Delivery, before: Delivery, code: string): boolean =>
  code === 'DUPLICATE_REFERENCE'
    ? memberOf(later.json, 'reference') === memberOf(before.json, 'reference')
    : differences(later.json, before.json).length === 0

/** A payment that was declined is there and failed, which some tell in place of the error; one with its reference may be taken. */
function judgeDeclined(t: CheckContext, met: Awaited<ReturnType<typeof refused>>, code: Code): void {
  const id = 'pay-caller.error.surfaced'
  if (code === 'DUPLICATE_REFERENCE') t.markUnexercised(id, 'not met', 'the payment that has the reference may be told')
  else if (met.told?.ok === true && memberOf(met.told.result, 'status') === 'failed')
    t.conclude(id, {
      ok: true,
      subject: met.name,
      expected: `an error, or a payment that failed, is told after ${code}`,
      evidence: met.requests,
    })
  else judgeSurfaced(t, id, met, code)
}

/** The two codes that differ in letter case only are told as they were. */
function judgeCase(t: CheckContext, met: readonly Awaited<ReturnType<typeof refused>>[]): void {
  const id = 'pay-caller.error.code-case'
  const pair = (['unauthorized', 'UNAUTHORIZED'] as const).map((code) => ({
    code,
    each: met[unauthenticated.indexOf(code)],
  }))
  const told = pair.map(({ each }) => memberOf(each?.told?.error, 'code'))
  const evidence = pair.flatMap(({ each }) => each?.creations ?? [])
  const fault = pair.map(({ each }) => each?.fault).find((each) => each !== undefined)
  if (fault !== undefined) {
    t.markBlocked(id, fault, evidence)
    return
  }
  if (told.some((code) => typeof code !== 'string')) {
    t.markUnexercised(id, 'not driven', CODELESS)
    return
  }
  const common = { subject: 'two codes of 401', expected: 'unauthorized and UNAUTHORIZED', evidence }
  const isKept = told.every((code, index) => code === pair[index]?.code)
  t.conclude(id, isKept ? { ok: true, ...common } : { ok: false, actual: shown(told), ...common })
}
