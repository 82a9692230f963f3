import {
  type ClaimProbe,
  type Exchange,
  type Guard,
  json,
  type ServiceDefinition,
  sectionOf,
  status,
  type Target,
  valueAt,
} from 'assay-conformance/kit'
import { libraryContract } from './contract.ts'
import { librarySection } from './section.ts'

/** What the kit needs to know of the library beside its contract. */
export const libraryService: ServiceDefinition = {
  contract: libraryContract,
  section: librarySection,
  preflightPath: () => '/loans',
  examplePath: '/loans',
  guard,
  claimProbes,
  leftovers,
  redaction: {
    secretHeaders: ['Library-Key', 'Library-Signature'],
  },
  webhooks: {
    signatureHeader: 'Library-Signature',
    signatureClaim: 'library.signingSecret',
    reachedBy: 'webhooks',
    caused: { budget: 'loans', webhook: 'event' },
    inboxes: '^library ',
    awaitedBy: '^lib\\.event\\.',
    importedInbox: ({ json: event }) => {
      const type = valueAt(event, '/type')
      return type === 'loan.returned' || type === 'hold.ready' ? `library ${type}` : undefined
    },
  },
}

/** Every loan is booked, whatever the check that asks for it says of its cost. */
function guard(): Guard {
  return {
    price: ({ request: { method, url }, carriesKey }, said) =>
      carriesKey && method === 'POST' && new URL(url).pathname.endsWith('/loans')
        ? { spends: { ...said.spends, loans: 1 }, refund: 'refused' }
        : said,
  }
}

/** Reads each member's list: a key that is answered 401 is none. */
function claimProbes(target: Target, needed: ReadonlySet<string>): readonly ClaimProbe[] {
  const { baseUrl = '', keys = {} } = sectionOf(target, librarySection) ?? {}
  return Object.entries(keys).flatMap(([key, value]) => {
    const claim = `library.keys.${key}`
    if (!needed.has(claim)) return []
    const headers = [['Library-Key', value]] as const
    const label = `is ${claim} there?`
    return {
      claim,
      request: { method: 'GET', url: `${baseUrl}/loans`, operation: 'GET /loans', label, headers, key },
      verdict: (exchange: Exchange) =>
        status(401).test(exchange).ok
          ? { reason: `${claim} is claimed, and the library does not know it: correct the target file.`, blocks: true }
          : undefined,
    }
  })
}

/** Loans that were not returned. */
function leftovers(exchanges: readonly Exchange[]): readonly string[] {
  const made = (operation: string): readonly Exchange[] =>
    exchanges.filter((each) => each.operation === operation && status('2xx').test(each).ok)
  const returned = new Set(made('POST /loans/{id}/return').map(({ request }) => new URL(request.url).pathname))
  const out = made('POST /loans').filter(({ request, response }) => {
    const id = encodeURIComponent(String(valueAt(json(response), '/id')))
    return !returned.has(`${new URL(request.url).pathname}/${id}/return`)
  })
  return out.map(({ response }) => `left behind: the loan ${String(valueAt(json(response), '/id'))}`)
}
