import { expect, test } from 'vitest'
import { archiveService, libraryService } from '../../tests/made-up/service.ts'
import { reportedService } from './service.ts'

test('readers are told who a service is, how fast it was gone at, and how its webhooks are known', () => {
  expect(reportedService(libraryService, { timeScale: 1 })).toEqual({
    id: 'library',
    prefix: 'lib',
    title: 'Library',
    examplePath: '/loans',
    pace: { requests: 55, windowMs: 60_000 },
    webhooks: {
      signatureHeader: 'X-Lib-Signature',
      signatureClaim: 'library.signingKey',
      reachedBy: 'webhooks',
      caused: { budget: 'loans', webhook: 'event' },
      inboxes: '^lib/',
      awaitedBy: '^lib\\.event\\.',
    },
  })
})

test('a service without webhooks has none, and a fast clock a shorter window', () => {
  expect(reportedService(archiveService, { timeScale: 10 })).toEqual({
    id: 'archive',
    prefix: 'arc',
    title: 'Archive',
    examplePath: '/copies',
    pace: { requests: 18, windowMs: 1_000 },
  })
})

test('the header of a time is told where there is one', () => {
  const { webhooks } = libraryService
  const timed = { ...libraryService, ...(webhooks && { webhooks: { ...webhooks, timestampHeader: 'X-Lib-Time' } }) }
  expect(reportedService(timed, { timeScale: 1 }).webhooks).toMatchObject({ timestampHeader: 'X-Lib-Time' })
})
