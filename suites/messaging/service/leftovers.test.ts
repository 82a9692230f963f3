import { expect, test } from 'vitest'
import type { Step } from '../../../kit/check/steps.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { APP_CREATE, APP_READ } from '../client/operations.ts'
import { leftovers } from './leftovers.ts'

const asked = (status: number | undefined, key = 'bound', operation = APP_CREATE) =>
  ({ operation, key, ...(status === undefined ? {} : { response: { status, headers: [] } }) }) as unknown as Exchange

test.each<[string, Exchange[], string[]]>([
  ['an app that was answered', [asked(201)], ['left behind: 1 developer app, with asy in the name']],
  [
    'creations whose answers do not show that they made none',
    [asked(201), asked(502), asked(undefined)],
    ['left behind: up to 3 developer apps, with asy in the name'],
  ],
  ['one that may have been made', [asked(504)], ['left behind: up to 1 developer app, with asy in the name']],
  ['refusals and redirects', [asked(401), asked(422), asked(301), asked(308)], []],
  ['a creation without a key that a gateway answered', [asked(502, '')], []],
  ['one without a key that was taken', [asked(200, '')], ['left behind: 1 developer app, with asy in the name']],
  ['a reading', [asked(502, 'bound', APP_READ)], []],
])('%s', (_, exchanges, told) => {
  expect(leftovers(exchanges, 'asy')).toEqual(told)
})

test('what recipes made is told, as far as they did it', () => {
  const done = (recipe: string, outcome = 'done') => ({ recipe, outcome }) as Step
  const steps = [
    done('messaging.smsWebhook.register'),
    done('registerWebhook'),
    done('registerWebhook', 'got 500'),
    done('addInbound'),
    done('otpInbox'),
  ]
  expect(leftovers([], 'asy', steps)).toEqual([
    'left behind, by recipes of the target file: 2 webhooks registered, which go on being called at the addresses of this run; 1 message added to conversations',
  ])
  expect(leftovers([], 'asy', [done('otpInbox')])).toEqual([])
})
