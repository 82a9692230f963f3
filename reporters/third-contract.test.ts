import { describe, expect, test } from 'vitest'
import type { Report, ReportedService } from '../kit/report/report.ts'
import { sampleReport } from '../tests/made-up/sample-report.ts'
import { consoleReport } from './console/console.ts'
import { htmlReport } from './html/page.ts'
import { junitReport } from './junit/junit.ts'
import { markdownReport } from './markdown/markdown.ts'
import { likelyCauses } from './views/causes/likely-causes.ts'

const library: ReportedService = {
  id: 'library',
  prefix: 'lib',
  title: 'Library',
  examplePath: '/loans',
  pace: { requests: 110, windowMs: 60_000 },
  webhooks: {
    signatureHeader: 'X-Lib-Signature',
    signatureClaim: 'library.signingKey',
    timestampHeader: 'X-Lib-Sent',
    reachedBy: 'library.notices',
    caused: { budget: 'loans', webhook: 'notice' },
    inboxes: '^lib/',
    awaitedBy: '^lib\\.notice\\.',
  },
}
/** No webhooks, another pace. */
const archive: ReportedService = {
  id: 'archive',
  prefix: 'arc',
  title: 'Archive',
  examplePath: '/copies',
  pace: { requests: 55, windowMs: 60_000 },
}

const sample = sampleReport(40)

/** A report of two services that no reporter has heard of. */
const report: Report = {
  ...sample,
  services: [library, archive],
  target: {
    ...sample.target,
    timeScale: 1,
    baseUrls: { library: 'http://127.0.0.1:8080', archive: 'http://127.0.0.1:8081' },
    claims: ['library', 'library.notices', 'archive'],
    allow: { budgets: { loans: 12, copies: 0 }, limits: {}, permissions: { closesDesk: true } },
  },
  requirements: sample.requirements.map((each, index) => ({
    ...each,
    id: `${index % 2 === 0 ? 'lib' : 'arc'}.area.${index}`,
  })),
  plan: {
    ...sample.plan,
    requests: { 'library.members': { usual: 9, most: 12 }, 'archive.guest': { usual: 2, most: 2 } },
    keys: { 'library.members': 2 },
    spends: { loans: { usual: 3, most: 4 }, copies: { usual: 0, most: 0 } },
    permissions: [{ name: 'closesDesk', notice: 'the desk is closed, and opened at the end' }],
  },
  cost: {
    ...sample.cost,
    requests: { 'library.members[0]': 5, 'library.members[1]': 4, 'archive.guest': 2 },
    spends: { loans: 3, copies: 0, generated: 7 },
  },
  variables: { LIB_KEY: 'library.keys.members[0]' },
  exchanges: sample.exchanges.slice(0, 40).map((each, index) => ({
    ...each,
    service: index % 2 === 0 ? 'library' : 'archive',
    key: index % 2 === 0 ? 'members[0]' : 'guest',
    curl: `curl http://127.0.0.1:8080/loans -H 'Session: '"$LIB_KEY"`,
  })),
  deliveries: sample.deliveries.slice(0, 8).map((each) => ({
    ...each,
    inbox: `lib/desk ${each.attempt}`,
    headers: [...each.headers, ['x-lib-delivery', 'no 7']],
  })),
}
const console = consoleReport(report, { paint: (_, text) => text, verbose: true })

describe('at the terminal', () => {
  test('services, budgets and keys by the names that the report gives them', () => {
    expect(console).toContain('  library http://127.0.0.1:8080, archive http://127.0.0.1:8081\n')
    expect(console).toContain('  requests 11 (library.members[0] 5, library.members[1] 4, archive.guest 2), ')
    expect(console).toContain('  loans 3, copies 0, requests with generated values 7, unexpected 429 1\n')
    expect(console).toContain('  planned: requests 11, at most 14; loans 3, at most 4; copies 0; about 8 s\n')
    expect(console).toContain(
      '  left behind: up to 3 loans (beside what was made of requests that were to be refused and were, and of retries that were answered 200, if any), and what came of 7 requests with generated values, with asysample in their references, names or texts where they have some\n',
    )
  })

  test('what a variable of a command is, wherever in the request it stands', () => {
    expect(console).toContain('in the commands $LIB_KEY is library.keys.members[0]')
  })

  test('a webhook with the headers of its service', () => {
    const requirements = report.requirements.map((each) => ({
      ...each,
      judgements: each.judgements.map((judgement) => ({ ...judgement, evidence: ['d1'] })),
    }))
    const shown = consoleReport({ ...report, requirements }, { paint: (_, text) => text, verbose: false })
    expect(shown).toContain('x-lib-delivery: no 7')
    expect(shown).not.toContain('X-Request-Id')
  })
})

test('Markdown: a row for each service and level, and budgets in the last line', () => {
  const text = markdownReport(report)
  for (const { id, prefix } of report.services) {
    const rows = [...text.matchAll(new RegExp(`^\\| ${id} \\| \\w+ \\|(.*)\\|$`, 'gm'))].map(
      ([, counts = '']) => counts,
    )
    const own = report.requirements.filter((each) => each.id.startsWith(`${prefix}.`)).length
    expect(rows.flatMap((row) => row.split('|').map(Number)).reduce((sum, each) => sum + each, 0)).toBe(own)
  }
  const sent = Object.values(report.cost.requests).reduce((sum, each) => sum + each, 0)
  expect(text).toContain(
    `${sent} requests, 8 webhooks, loans 3, copies 0, and what came of 7 requests with generated values, assay`,
  )
})

test('JUnit: packages are services', () => {
  const text = junitReport(report)
  expect(text).toMatch(/<testsuite name="lib\.area" package="library" /)
  expect(text).toMatch(/<testsuite name="arc\.area" package="archive" /)
})

describe('the page', () => {
  const page = htmlReport(report)

  test('services by title, requirements under theirs', () => {
    expect(page).toContain('<dt>Library</dt><dd><code>http://127.0.0.1:8080</code></dd>')
    expect(page).toContain('value="archive"> Archive</label>')
    expect(page).toMatch(/id="arc\.area\.1"[^>]* data-service="archive" data-area="arc\.area"/)
    expect(page).toMatch(
      /class="service">Library<\/th><\/tr>\s*<tr><th scope="row"><button[^>]* data-area="lib\.area">/,
    )
  })

  test('every key is held against the pace of its service', () => {
    expect(page).toContain(
      'The run keeps keys of Library to 110 requests in a window of 1 min, keys of Archive to 55 requests in a window of 1 min;',
    )
    expect(page).toMatch(/aria-label="library\.members\[0\]: 20 requests[\s\S]*?class="limit-word"[^>]*>110</)
    expect(page).toMatch(/aria-label="archive\.guest: 20 requests[\s\S]*?class="limit-word"[^>]*>55</)
  })

  test('one pace of all services is told once, in the time of the documents too', () => {
    const services = [library, { ...archive, pace: library.pace }]
    const fast = { ...report, services, target: { ...report.target, timeScale: 60 } }
    expect(htmlReport(fast)).toContain(
      'keeps each key to 110 requests in a window of 1 min (60 min of the documents&#39; time);',
    )
  })
})

describe('likely causes', () => {
  const silent: Report = {
    ...report,
    deliveries: [],
    cost: { ...report.cost, unexpected429: 0 },
    requirements: report.requirements.map((each, index) =>
      index === 0 ? { ...each, id: 'lib.notice.sent', verdict: 'fail' } : each,
    ),
  }

  test('webhooks that never come, by what brings them about and what they are called', () => {
    expect(likelyCauses(silent)).toEqual([
      expect.stringMatching(
        /^not one notice of 3 loans arrived: the library service .* library\.notices of the target/,
      ),
    ])
    expect(likelyCauses({ ...silent, deliveries: report.deliveries })).toEqual([])
    expect(likelyCauses({ ...silent, cost: { ...silent.cost, spends: { loans: 0 } } })).toEqual([])
  })

  test('a base URL that is not where paths begin, with a path of that service', () => {
    const exchanges = report.exchanges.map((each) => ({ ...each, response: { ...each.request, status: 404 } }))
    expect(likelyCauses({ ...silent, exchanges })).toEqual([
      expect.stringMatching(/^every answer of the library service is 404.* stands before \/loans,/),
      expect.stringMatching(/^every answer of the archive service is 404.* stands before \/copies,/),
    ])
  })

  test('a clock that is off, by the stamps of the service that sent them', () => {
    const deliveries = report.deliveries.map((each) => ({
      ...each,
      headers: [['X-Lib-Sent', String(Math.round(each.arrivedAt / 1000) + 3600)] as const],
    }))
    const causes = likelyCauses({ ...silent, deliveries })
    expect(causes).toEqual([
      expect.stringMatching(/^the clock of the library service is 60 min ahead .* X-Lib-Sent of/),
    ])
    const answered = report.exchanges.map((each) => ({
      ...each,
      response: { ...each.response!, headers: [['Date', new Date(each.endedAt).toUTCString()] as const] },
    }))
    expect(likelyCauses({ ...silent, deliveries, exchanges: answered })).toEqual([
      expect.stringMatching(
        /^the X-Lib-Sent of the library service's webhooks is 60 min ahead .* Date of its answers is not/,
      ),
    ])
    const strangers = deliveries.map((each) => ({ ...each, inbox: 'other' }))
    expect(likelyCauses({ ...silent, deliveries: strangers })).toEqual([expect.stringMatching(/^not one notice/)])
  })

  test('a pattern that is none matches nothing', () => {
    const spoiled = { ...library, webhooks: { ...library.webhooks!, inboxes: '^(', awaitedBy: '[' } }
    expect(likelyCauses({ ...silent, services: [spoiled] })).toEqual([])
  })
})
