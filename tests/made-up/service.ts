import { definersFor } from '../../kit/check/define.ts'
import type { VocabularyOf } from '../../kit/check/vocabulary.ts'
import type { ServiceDefinition } from '../../kit/contract/service.ts'
import type { Guard } from '../../kit/http/guard.ts'
import { resolveTarget, type Target } from '../../kit/target/target.ts'
import { type Contract, may, must, should } from '../../specs/contract.ts'
import { archiveDescription, libraryDescription } from './descriptions.ts'
import { archiveSection, librarySection, sections } from './sections.ts'

/** What the kit is tested with: the document of a lending library. */
export const libraryContract = {
  id: 'library',
  prefix: 'lib',
  title: 'Library',
  catalogue: {
    'lib.loan.created': must('Loans › Create', 'A loan is created with 201.'),
    'lib.loan.limit': must('Loans › Limits', 'A reader has five loans at most.'),
    'lib.loan.days': should('Loans › Limits', 'A loan ends after fourteen days.'),
    'lib.hold.queue': may('Holds', 'Holds are served in the order in which they came.'),
    'lib.event.signed': must('Events › Signature', 'Events are signed.'),
    'lib.shelf.dust': must('Shelves', 'Shelves are free of dust.', {
      unobservable: 'nobody sees a shelf from outside',
    }),
  },
  unstated: { 'lib.open.fines': { at: 'Loans › Fines', text: 'What a day of delay costs.' } },
  readings: {
    'lib.reading.days': {
      at: 'Loans › Limits',
      conflict: 'The table says fourteen days, the example thirteen.',
      policy: 'Both pass.',
      touches: ['lib.loan.days'],
    },
  },
  errors: {
    NO_SUCH_BOOK: { status: 404, meaning: 'There is no such book.', details: 'none' },
    LOAN_REFUSED: { status: 400, meaning: 'The loan is not lent.', details: 'binding' },
    ALREADY_LENT: { status: 409, meaning: 'Somebody else has it.', details: 'outcome' },
  },
  errorCodeAt: '/error_code',
  rate: { requests: 60, seconds: 60 },
  description: () => libraryDescription,
} as const satisfies Contract

/** A second one, whose keys have the names of the first. */
export const archiveContract = {
  id: 'archive',
  prefix: 'arc',
  title: 'Archive',
  catalogue: { 'arc.copy.made': must('Copies', 'A copy is made.') },
  unstated: {},
  readings: {},
  errors: {},
  rate: { requests: 20, seconds: 10 },
  description: () => archiveDescription,
} as const satisfies Contract

export const { defineCheck, defineRule, defineFixture, lineFor } = definersFor(libraryContract, librarySection)

export type LibraryWords = VocabularyOf<typeof libraryContract, typeof librarySection>

/** A loan costs one of the budget; a desk is closed, and a loan made longer than is named, where the file says so. */
function libraryGuard({ allow: { limits, permissions } }: Target): Guard {
  return {
    price: ({ request, carriesKey }, said) =>
      request.method === 'POST' && carriesKey && request.url.endsWith('/loans') && (said.spends.loans ?? 0) === 0
        ? { spends: { ...said.spends, loans: 1 }, refund: 'refused' }
        : said,
    refusal: ({ request, content, adds }) => {
      if (request.method === 'DELETE' && request.url.endsWith('/desk') && permissions.closesDesk !== true)
        return { reason: 'the desk may not be closed', line: 'allow.closesDesk: true' }
      const { days = 0 } = Object(content) as { days?: number }
      const most = (limits.days ?? 14) + adds
      return days <= most ? undefined : { reason: `${days} days are more than ${most}`, line: `allow.days: ${days}` }
    },
  }
}

export const libraryService: ServiceDefinition = {
  contract: libraryContract,
  section: librarySection,
  guard: libraryGuard,
  preflightPath: () => '/loans/none',
  examplePath: '/loans',
  claimProbes: ({ services }, needed) =>
    needed.has('library.keys.other')
      ? [
          {
            claim: 'library.keys.other',
            request: {
              method: 'GET',
              url: `${services.library?.baseUrl}/readers/me`,
              operation: 'GET /readers/me',
              label: '',
              headers: [],
              key: 'other',
            },
            verdict: ({ response }) =>
              response?.status === 401 ? { reason: 'library.keys.other is not taken.', blocks: true } : undefined,
          },
        ]
      : [],
  largestAmount: ({ allow }, adds) => ({
    amount: (allow.limits.days ?? 14) + adds,
    currency: 'days',
    from: 'allow.days',
  }),
  redaction: { secretHeaders: ['X-Lib-Card'], plainHeaders: ['X-Lib-Time'], bodies: () => [] },
  webhooks: {
    signatureHeader: 'X-Lib-Signature',
    signatureClaim: 'library.signingKey',
    reachedBy: 'webhooks',
    caused: { budget: 'loans', webhook: 'event' },
    inboxes: '^lib/',
    awaitedBy: '^lib\\.event\\.',
    importedInbox: ({ json }) => (Object(json).loan === undefined ? undefined : 'lib/imported'),
  },
}

export const archiveService: ServiceDefinition = {
  contract: archiveContract,
  section: archiveSection,
  guard: () => ({
    price: ({ request }, said) =>
      request.url.endsWith('/copies') ? { ...said, spends: { ...said.spends, copies: 1 } } : said,
    refusal: ({ request }) =>
      request.url.endsWith('/originals') ? { reason: 'originals are not for the suite' } : undefined,
  }),
  preflightPath: () => '/copies',
  examplePath: '/copies',
  claimProbes: () => [],
  redaction: { bodies: () => [] },
}

/** A local target with a library, whose section has these members. */
export const libraryTarget = (library: object = {}, more: object = {}): Target =>
  resolveTarget({ library: { baseUrl: 'http://127.0.0.1:9', ...library }, ...more }, { sections, secrets: [] })
