import { expect, test } from 'vitest'
import type { SectionDefinition } from '../section.ts'
import { filledIn } from './open-places.ts'

const library = {
  id: 'library',
  claims: { '': '', 'keys.reader': '', defaults: '', hook: '', 'hook.id': '', 'bodies.loan': '' },
  openClaims: { outcomes: '' },
} as unknown as SectionDefinition

const filled = (value: object) => filledIn(value, [library])

test.each([
  [
    'an outcome',
    { library: { baseUrl: 'http://a', outcomes: { lost: { with: { code: '…' } }, found: { run: './a.sh' } } } },
    { library: { baseUrl: 'http://a', outcomes: { found: { run: './a.sh' } } } },
    'library.outcomes.lost.with.code: still to be filled in; until then library.outcomes.lost counts as not said',
  ],
  [
    'a part of a URL, and of a command',
    {
      library: {
        baseUrl: 'http://a',
        outcomes: { lost: { call: { url: 'http://b/…/{id}' } } },
        defaults: { a: 'node …' },
      },
    },
    { library: { baseUrl: 'http://a', outcomes: {} } },
    'library.outcomes.lost.call.url, library.defaults.a: still to be filled in; until then library.outcomes.lost, library.defaults count as not said',
  ],
  [
    'a UUID, and with it all that needs it',
    { library: { baseUrl: 'http://a', hook: { id: '00000000-0000-0000-0000-000000000000', secret: 's' } } },
    { library: { baseUrl: 'http://a' } },
    'library.hook.id: still to be filled in; until then library.hook counts as not said',
  ],
  [
    'an address',
    { library: { baseUrl: 'https://example.com/…' }, webhooks: { publicUrl: 'https://example.com/…' } },
    { webhooks: {} },
    'library.baseUrl, webhooks.publicUrl: still to be filled in; until then library, webhooks.publicUrl count as not said',
  ],
  [
    'an entry of a list',
    { library: { baseUrl: 'http://a', bodies: { loan: { books: [{ title: '…' }] } } } },
    { library: { baseUrl: 'http://a', bodies: {} } },
    'library.bodies.loan.books[0].title: still to be filled in; until then library.bodies.loan counts as not said',
  ],
])('%s', (_, written, value, note) => {
  expect(filled(written)).toEqual({ value, notes: [note] })
})

test('what only holds dots, and what is filled in, stays', () => {
  const value = { library: { baseUrl: 'http://a/…b', defaults: { a: 'to be continued…', b: '...' } } }
  expect(filled(value)).toEqual({ value, notes: [] })
})
