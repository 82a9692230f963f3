import { isTerminal, type Payment, type StatusEvent } from '../domain/payment.ts'
import { answers, objectsTo, type Patch } from '../patch.ts'
import type { Variant } from './variant.ts'

/** Reads show what was so many milliseconds ago, and know no payment that is younger. */
function replica(lagMs: number): Patch {
  return (before) => {
    const moves = new WeakMap<Payment, StatusEvent[]>()
    const asOf = (payment: Payment, at: number) => {
      const [first, ...later] = moves.get(payment) ?? []
      if (first === undefined) return payment.status
      const last = [first, ...later].findLast((each) => each.at.getTime() <= at)
      return last?.status ?? first.previous
    }
    return {
      ...before,
      tells: (event) => {
        moves.set(event.payment, [...(moves.get(event.payment) ?? []), event])
        return before.tells(event)
      },
      objects: (operation, to) => {
        const age = Date.now() - (to.payment?.createdAt.getTime() ?? 0)
        return operation === 'read' && age < lagMs ? 'not-found' : before.objects(operation, to)
      },
      record: (payment, operation) => {
        const record = before.record(payment, operation)
        return operation === 'read' ? { ...record, status: asOf(payment, Date.now() - lagMs) } : record
      },
    }
  }
}

/** What reads and refreshes answer. */
export const readVariants = {
  'replica-300ms': { title: 'Reads come from a replica that is 300 ms behind', patch: replica(300) },
  'replica-2s': { title: 'Reads come from a replica that is two seconds behind', patch: replica(2000) },
  'refresh-finished-conflict': {
    title: 'A refresh of a finished payment is a conflict with its state',
    patch: objectsTo('refresh', 'state-conflict', ({ payment }) => payment !== undefined && isTerminal(payment.status)),
  },
  'refresh-needs-upstream': {
    title: 'A payment of which the upstream has nothing to tell cannot be refreshed',
    patch: objectsTo(
      'refresh',
      'state-conflict',
      ({ payment }) => payment?.upstream.status === undefined && payment?.upstream.failing === false,
    ),
  },
  'amounts-in-hundredths': {
    title: 'Answers show amounts in hundredths, and phones with a plus and hidden digits',
    patch: (before) => ({
      ...before,
      record: (payment, operation) => ({
        ...before.record(payment, operation),
        amount: payment.request.amount * 100,
        phone: `+${payment.request.phone.slice(0, 3)}*****${payment.request.phone.slice(-3)}`,
      }),
    }),
  },
  'amounts-without-fractions': {
    title: 'Answers show whole amounts, whatever fraction was asked for',
    patch: answers(['create', 'replay', 'read', 'refresh'], ({ amount }) => ({ amount: Math.round(Number(amount)) })),
  },
  'amounts-as-text': {
    title: 'Answers show amounts as texts with two decimals, and currencies in lower case',
    patch: (before) => ({
      ...before,
      record: (payment, operation) => ({
        ...before.record(payment, operation),
        amount: payment.request.amount.toFixed(2),
        currency: payment.request.currency.toLowerCase(),
        phone: payment.request.phone.replace(/^255/, '0'),
      }),
    }),
  },
  'amounts-with-currency': {
    title: 'Answers show an amount as an object, beside a fee and what the merchant gets',
    patch: answers(['create', 'replay', 'read', 'refresh'], ({ amount, currency }) => ({
      amount: { value: amount, currency },
      fee: { value: 50, currency: 'USD' },
      net_amount: Number(amount) - 50,
    })),
  },
} as const satisfies Record<string, Variant>
