import { describe, expect, test } from 'vitest'
import { archiveService, defineCheck, libraryService } from '../../tests/made-up/service.ts'
import type { Check } from '../check/check.ts'
import { assertFitting, SuiteError } from './definition.ts'
import type { ServiceDefinition } from './service.ts'

const check = defineCheck({
  id: 'lib/loans/created',
  title: 'A loan is created',
  covers: ['lib.loan.created'],
  run: async () => undefined,
})
const services = [libraryService, archiveService]

/** What is told of a library, or of its check, with some members of another kind. */
function told(of: Partial<ServiceDefinition>, more: Partial<Check> = {}, others: readonly Check[] = []): string[] {
  try {
    assertFitting([{ ...libraryService, ...of }, archiveService], [{ ...check, ...more }, ...others])
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(SuiteError)
    return [...(error as SuiteError).problems]
  }
}

const { contract, webhooks } = libraryService
if (webhooks === undefined) throw new Error('the library sends webhooks')

describe('suites that do not fit together', () => {
  test('those that do are taken', () => {
    expect(() => assertFitting(services, [check])).not.toThrow()
  })

  test('a suite twice, and a check twice', () => {
    expect(() => assertFitting([libraryService, libraryService], [check, check])).toThrow(
      /two suites judge by the contract library[\s\S]*two contracts have the prefix lib[\s\S]*two checks have the id lib\/loans\/created/,
    )
  })

  test.each<[string, Partial<ServiceDefinition>, string]>([
    [
      'a section of another id',
      { section: archiveService.section },
      'the section archive and the contract library of one service differ in their id',
    ],
    [
      'a requirement without the prefix',
      { contract: { ...contract, unstated: { 'lob.open.fines': { at: 'Loans', text: 'What it costs.' } } } },
      'library: lob.open.fines does not begin with the prefix lib and a dot',
    ],
    [
      'a reading of nothing',
      {
        contract: {
          ...contract,
          readings: { 'lib.reading.x': { at: 'Loans', conflict: '', policy: '', touches: ['lib.loan.dayz'] } },
        },
      },
      'the reading lib.reading.x names lib.loan.dayz, which is no requirement of it',
    ],
    [
      'a path without a slash',
      { preflightPath: () => 'loans' },
      'preflightPath of library is "loans": it begins with a slash',
    ],
    [
      'a path that throws',
      {
        preflightPath: () => {
          throw new Error('no idea')
        },
      },
      'preflightPath of library failed: no idea',
    ],
    [
      'a claim that nobody knows',
      { webhooks: { ...webhooks, signatureClaim: 'library.secrit' } },
      'webhooks.signatureClaim of library is library.secrit, which is no claim of its section',
    ],
    [
      'a budget that nobody knows',
      { webhooks: { ...webhooks, caused: { ...webhooks.caused, budget: 'lones' } } },
      'webhooks.caused.budget of library is lones, which is no budget of its section',
    ],
    [
      'a pattern that is none',
      { webhooks: { ...webhooks, inboxes: '([' } },
      'webhooks.inboxes of library is ([, which is no regular expression, or one that may take long',
    ],
  ])('%s', (_, of, problem) => {
    expect(told(of)).toContain(problem)
  })

  test.each<[string, Partial<Check>, string]>([
    ['of nobody', { service: 'museum' }, 'lib/loans/created is of the service museum, which no suite here has'],
    ['with another prefix', { id: 'arc/loans/created' }, 'arc/loans/created does not begin with lib/'],
    [
      'of nothing',
      { covers: ['lib.loan.dayz'] },
      'lib/loans/created covers lib.loan.dayz, which is no requirement of library',
    ],
    [
      'of what nobody sees',
      { covers: ['lib.shelf.dust'] },
      'lib/loans/created covers lib.shelf.dust, which is unobservable',
    ],
    [
      'after nothing',
      { runsAfter: ['lib/loans/lent'] },
      'lib/loans/created runs after lib/loans/lent, which is no check',
    ],
    [
      'for nothing',
      { sendsFor: ['lib.loan.dayz'] },
      'lib/loans/created sends for lib.loan.dayz, which is no requirement and no check',
    ],
  ])('a check %s', (_, more, problem) => {
    expect(told({}, more)).toEqual([problem])
  })
})
