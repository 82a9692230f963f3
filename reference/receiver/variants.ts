import type { AnswerForm } from './behaviour.ts'
import type { Variant } from './patch.ts'

const form = (status: number, body?: string, type?: string, headers?: AnswerForm['headers']): AnswerForm => ({
  status,
  ...(body === undefined ? {} : { body }),
  ...(type === undefined ? {} : { type }),
  ...(headers === undefined ? {} : { headers }),
})

/** Lawful choices of every receiver, by name. */
export const receiverVariants: Readonly<Record<string, Variant>> = {
  'answers-created': { title: 'Answers 201', patch: { success: form(201, '{}', 'application/json') } },
  'answers-accepted': { title: 'Answers 202 with an empty body', patch: { success: form(202) } },
  'answers-no-content': { title: 'Answers 204', patch: { success: form(204) } },
  'answers-empty': { title: 'Answers 200 with an empty body', patch: { success: form(200) } },
  'answers-text': { title: 'Answers with a word of text', patch: { success: form(200, 'OK', 'text/plain') } },
  'answers-page': {
    title: 'Answers with an HTML page',
    patch: { success: form(200, '<!doctype html><title>Thanks</title>', 'text/html; charset=utf-8') },
  },
  'answers-odd-success': { title: 'Answers 299', patch: { success: form(299, 'x', 'text/x-own') } },
  'answers-with-headers': {
    title: 'Adds headers of its own, cookies and caching among them',
    patch: {
      success: form(200, '{}', 'application/json', {
        'Set-Cookie': 'session=1; HttpOnly',
        'Cache-Control': 'no-store',
        'X-Request-Id': '7',
        Connection: 'close',
      }),
    },
  },
  'answers-slowly': { title: 'Takes two seconds to answer', patch: { delayMs: 2000 } },
  'answers-at-last': { title: 'Takes nine seconds to answer', patch: { delayMs: 9000 } },
  'works-after-answering': { title: 'Answers first and works then', patch: { workMs: 700 } },
  'works-in-a-queue': { title: 'Answers first and works in a queue', patch: { workMs: 30, queue: true } },
  'works-late': { title: 'Works four seconds after the answer', patch: { workMs: 4000 } },
  'refuses-400': { title: 'Refuses with 400', patch: { refusal: form(400, 'bad signature') } },
  'refuses-403': { title: 'Refuses with 403 and an empty body', patch: { refusal: form(403) } },
  'refuses-404': { title: 'Refuses with 404, as if there were nothing', patch: { refusal: form(404) } },
  'refuses-422': { title: 'Refuses with 422', patch: { refusal: form(422, '{}', 'application/json') } },
  'refuses-missing-otherwise': {
    title: 'Refuses a missing signature with 400, a wrong one with 401',
    patch: { missing: form(400) },
  },
  'tells-duplicates': {
    title: 'Answers 208 to what it knows',
    patch: { duplicate: form(208, '{"duplicate":true}', 'application/json') },
  },
  'silent-on-duplicates': { title: 'Answers 204 to what it knows', patch: { duplicate: form(204) } },
  'deduplicates-in-a-store': {
    title: 'Knows events by id, name and subject',
    patch: { dedupe: 'event, name and subject' },
  },
  'sends-twins-away': {
    title: 'Answers 409 while it works on the same event, and remembers it afterwards',
    patch: { gapMs: 50, busy: form(409, '{"error":"in progress"}', 'application/json') },
  },
  'asks-twins-to-wait': {
    title: 'Answers 503 while it works on the same event',
    patch: { gapMs: 50, busy: form(503) },
  },
  'fails-at-first': {
    title: 'Fails the first attempt of each event, and knows nothing of it then',
    patch: { fails: { attempts: 'first of each', remembers: false } },
  },
  'fails-now-and-then': {
    title: 'Fails the first attempt of every third event, and knows nothing of it then',
    patch: { fails: { attempts: 'every third event', remembers: false } },
  },
  'takes-upper-case': { title: 'Takes digits in upper case', patch: { signature: { upperCase: true } } },
  'takes-first-signature': { title: 'Looks at the first of two signatures', patch: { signature: { lines: 'first' } } },
  'takes-last-signature': { title: 'Looks at the last of two signatures', patch: { signature: { lines: 'last' } } },
  'takes-any-signature': {
    title: 'Looks for one of two signatures that verifies',
    patch: { signature: { lines: 'any' } },
  },
  'minds-the-type': { title: 'Takes application/json alone', patch: { contentType: /^application\/json\b/ } },
  'ignores-unknown-names': { title: 'Answers 204 to a name that it does not know', patch: { unknown: form(204) } },
  'refuses-unknown-names': { title: 'Answers 400 to a name that it does not know', patch: { unknown: form(400) } },
  'shows-a-page': {
    title: 'Shows people who open its URL a page',
    patch: { otherMethods: form(200, '<!doctype html><title>Hooks</title>', 'text/html') },
  },
  'sends-people-away': {
    title: 'Sends people who open its URL elsewhere',
    patch: { otherMethods: form(302, undefined, undefined, { Location: '/login' }) },
  },
  'does-not-count': { title: 'Its probe shows no count', patch: { showsCount: false } },
}
