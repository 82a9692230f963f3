import { object } from '../../../kit/schema/build.ts'
import type { Static } from '../../../kit/schema/schema.ts'
import { pointer, record } from '../../../kit/target/file/parts.ts'
import { defineSection } from '../../../kit/target/section.ts'
import { CALLER_LINE, callerMembers, judgeReach } from '../../shared/caller/section.ts'

const schema = object(
  {},
  {
    ...callerMembers,
    record: record('JSON pointers into the bodies of success that are served: where the client reads them.', {
      id: pointer('Pointer to the id of the payment; /id when absent.', '/data/id'),
      status: pointer('Pointer to the status of the payment; /status when absent.', '/data/status'),
    }),
  },
  { description: 'A client of the payment service.' },
)

export type PaymentCallerSection = Static<typeof schema>

/** The section of a client of the payment service. */
export const paymentCallerSection = defineSection({
  id: 'paymentCaller',
  schema,
  reached: 'served',
  shorthand: { name: 'caller', as: 'payment', by: [] },
  claims: { '': CALLER_LINE },
  judge: judgeReach,
})
