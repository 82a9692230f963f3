import type { Service } from '../../specs/index.ts'

/** Where a requirement belongs: `pay.idempotency.replay-status` to `pay.idempotency`. */
export const areaOf = (id: string): string => id.split('.').slice(0, 2).join('.')

export const serviceOf = (id: string): Service => (id.startsWith('pay.') ? 'payment' : 'messaging')
