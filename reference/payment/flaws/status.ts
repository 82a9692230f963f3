import type { PaymentStatus } from '../../../specs/payment/statuses.ts'
import { isTerminal } from '../domain/payment.ts'
import { answers, type Patch } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const settles = (from: PaymentStatus, to: PaymentStatus | undefined): Patch => ({
  settlesAs: (status) => (status === from ? to : status),
})

const leaves = (from: PaymentStatus, to: PaymentStatus): Patch => ({
  movable: (payment) => !isTerminal(payment.status) || payment.status === from,
  reported: (payment) => (payment.status === from ? to : (payment.upstream.status ?? payment.status)),
})

export const statusFlaws: Record<string, Flaw> = {
  'creation-status-created': flaw(
    'A creation answers status created',
    ['pay.status.known'],
    answers(['create'], () => ({ status: 'created' })),
  ),
  'status-upper-case': flaw(
    'Reads give the status in capitals',
    ['pay.status.known'],
    answers(['read'], ({ status }) => ({ status: String(status).toUpperCase() })),
  ),
  'processing-spelled-in-progress': flaw(
    'Reads call processing in_progress',
    ['pay.status.known'],
    answers(['read'], ({ status }) => ({ status: status === 'processing' ? 'in_progress' : status })),
  ),
  'refresh-fails-completed': flaw(
    'A refresh turns completed into failed',
    ['pay.status.terminal-is-final'],
    leaves('completed', 'failed'),
    ['pay.reference.duplicate-completed'],
  ),
  'refresh-completes-failed': flaw(
    'A refresh turns failed into completed',
    ['pay.status.terminal-is-final'],
    leaves('failed', 'completed'),
  ),
  'refresh-revives-expired': flaw(
    'A refresh turns expired into processing',
    ['pay.status.terminal-is-final'],
    leaves('expired', 'processing'),
    ['pay.reference.reuse-after-expired', 'pay.read.agrees-with-events', 'pay.webhook.every-change', 'pay.event.chain'],
  ),
  'refresh-revives-cancelled': flaw(
    'A refresh turns cancelled into processing',
    ['pay.status.terminal-is-final'],
    leaves('cancelled', 'processing'),
    [
      'pay.reference.reuse-after-cancelled',
      'pay.read.agrees-with-events',
      'pay.webhook.every-change',
      'pay.event.chain',
    ],
  ),
  'never-completes': flaw(
    'A payment whose provider succeeds fails',
    ['pay.status.completes', 'pay.refresh.updates-status'],
    settles('completed', 'failed'),
  ),
  'never-fails': flaw('A failing payment expires', ['pay.status.fails'], settles('failed', 'expired')),
  'never-expires': flaw('An expiring payment fails', ['pay.status.expires'], settles('expired', 'failed')),
  'never-cancels': flaw('A cancelled payment fails', ['pay.status.cancels'], settles('cancelled', 'failed')),
  'read-never-terminal': flaw(
    'Reads never show a terminal status',
    [
      'pay.read.agrees-with-events',
      'pay.declined.queryable',
      'pay.refresh.updates-status',
      'pay.status.terminal-is-final',
    ],
    answers(['read'], ({ status }) => ({ status: isTerminal(status as PaymentStatus) ? 'processing' : status })),
    ['pay.webhook.every-change'],
  ),
  'read-shows-completed-as-failed': flaw(
    'Reads show completed as failed',
    [
      'pay.read.agrees-with-events',
      'pay.refresh.updates-status',
      'pay.status.terminal-is-final',
      'pay.webhook.every-change',
    ],
    answers(['read'], ({ status }) => ({ status: status === 'completed' ? 'failed' : status })),
  ),
}
