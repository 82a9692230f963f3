import type { Contract } from 'assay-conformance/kit'
import { libraryErrors } from './contract/errors.ts'
import { openapi } from './contract/openapi.ts'
import { libraryRequirements } from './contract/requirements.ts'

/** What the document says of the library. */
export const libraryContract = {
  id: 'library',
  prefix: 'lib',
  title: 'Lending library',
  catalogue: libraryRequirements,
  unstated: {
    'lib.open.return-answer': { at: 'Endpoints', text: 'What a return answers beyond a 2xx status.' },
    'lib.open.list-order': { at: 'Endpoints', text: 'In which order the loans of a member are listed.' },
    'lib.open.retry-timestamp': {
      at: 'Events › Signature',
      text: 'Whether a repeated attempt is signed with its own time or with that of the first.',
    },
    'lib.open.rate-window': { at: 'Limits', text: 'How the 10 seconds of the rate are cut.' },
  },
  readings: {
    'lib.reading.repeated-return': {
      at: 'Endpoints',
      conflict: 'Endpoints calls a return safe to repeat; Errors has 409 ended for the return of what was returned.',
      policy: 'A second return passes with a 2xx. 409 ended warns: nothing is lost, yet a retry looks like a failure.',
      touches: ['lib.loan.return-repeated'],
    },
  },
  errors: libraryErrors,
  errorCodeAt: '/code',
  rate: { requests: 20, seconds: 10 },
  description: () => openapi,
} as const satisfies Contract
