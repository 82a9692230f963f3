import { messagingCallerSuite } from '../../suites/messaging/caller/suite.ts'
import { messagingReceiverSuite } from '../../suites/messaging/receiver/suite.ts'
import { messagingSuite } from '../../suites/messaging/suite.ts'
import { paymentCallerSuite } from '../../suites/payment/caller/suite.ts'
import { paymentReceiverSuite } from '../../suites/payment/receiver/suite.ts'
import { paymentSuite } from '../../suites/payment/suite.ts'
import type { Assembly } from '../assembly.ts'
import { startEmbedded, startReference } from './embedded.ts'
import { EXAMPLES } from './examples.ts'
import { flawsThatBreak } from './sandbox/references.ts'

/** The command of this package: the only list of its suites. */
export const own: Assembly = {
  name: 'assay',
  published: 'assay-conformance',
  description: 'Says whether a deployment keeps what the messaging and the payment document promise.',
  suites: [
    paymentSuite,
    messagingSuite,
    paymentReceiverSuite,
    messagingReceiverSuite,
    paymentCallerSuite,
    messagingCallerSuite,
  ],
  embedded: startEmbedded,
  flawsThatBreak,
  reference: startReference,
  examples: EXAMPLES,
}
