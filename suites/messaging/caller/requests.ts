import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { header } from '../../../kit/http/exchange.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { titleOf } from '../../shared/caller/judging.ts'
import { defineCheck, defineRule } from './define.ts'
import { type Operation, operationOf } from './endpoints.ts'
import { GIVEN, isGiving, judgeGiven } from './given.ts'
import { keyFor, operate, PREFIX, tokenFor } from './playing.ts'

/** Endpoints that take a token, as the catalogue names them. */
const WITH_TOKEN: Partial<Readonly<Record<Operation, string>>> = {
  createApp: 'app creation',
  readApp: 'app read',
  readCampaign: 'campaign read',
}

/** What arrived at the interface that was served, a redirect to elsewhere aside. */
const arrived = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.filter(
    ({ inbox, aborted, truncated }) =>
      inbox.startsWith(PREFIX) && !inbox.endsWith(' elsewhere') && !aborted && !truncated,
  )

const TOURED = [
  'listSenders',
  'readConversation',
  'markRead',
  'createApp',
  'readApp',
  'readCampaign',
  'listWorkspaces',
  'send',
] as const

export const requestChecks = [
  // Every operation once, as it goes well. Messaging › Endpoints.
  ...TOURED.map((operation) =>
    defineCheck({
      id: `msg-caller/requests/${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      title: `${operation} is asked for where the document lists it`,
      covers: isGiving(operation)
        ? ['msg-caller.request.path', 'msg-caller.request.as-given']
        : ['msg-caller.request.path'],
      run: async (t) => {
        const played = await operate(t, `plain ${operation}`, { operation, input: GIVEN[operation] ?? {} })
        const { requests, told, fault } = played
        if (isGiving(operation)) judgeGiven(t, operation, played)
        const [first] = requests
        const id = 'msg-caller.request.path'
        if (first === undefined) {
          t.markBlocked(id, fault ?? `the client sent no request: ${told?.ok === true ? 'done' : 'an error was told'}`)
          return
        }
        const common = { subject: operation, expected: 'a listed endpoint below /v1', evidence: [first] }
        const isListed = operationOf(first) === operation
        t.conclude(id, isListed ? { ok: true, ...common } : { ok: false, actual: titleOf(first), ...common })
      },
    }),
  ),
  // All endpoints take X-API-Key, some a Bearer token besides. Messaging › Endpoints.
  defineRule({
    id: 'msg-caller/requests/every',
    title: 'Every request carries its credentials and JSON',
    covers: ['msg-caller.request.api-key', 'msg-caller.request.bearer', 'msg-caller.request.json'],
    run: async (t) => {
      const key = new Tally(t, 'msg-caller.request.api-key', 'X-API-Key with the key that was given')
      const bearer = new Tally(t, 'msg-caller.request.bearer', 'Authorization: Bearer with the token that was given')
      const json = new Tally(t, 'msg-caller.request.json', 'a JSON body')
      for (const each of arrived(t.deliveries())) {
        const evidence = [each]
        const subject = titleOf(each)
        const name = each.inbox.slice(PREFIX.length)
        const found = t.attest('msg-caller.request.api-key', each.id, () =>
          held(header(each.headers, 'X-API-Key'), keyFor(t, name)),
        )
        if (found === 'as given') key.agree(evidence)
        else key.contradict({ subject, actual: found, evidence })
        const request = WITH_TOKEN[operationOf(each) ?? 'send']
        if (request !== undefined) {
          const token = t.attest('msg-caller.request.bearer', each.id, () =>
            held(/^bearer\s+(.*)$/i.exec(header(each.headers, 'Authorization') ?? '')?.[1], tokenFor(t, name)),
          )
          if (token === 'as given') bearer.agree(evidence, undefined, { request })
          else bearer.contradict({ subject, actual: token, evidence, at: { request } })
        }
        if (each.body.length === 0) continue
        if (typeof each.json === 'object') json.agree(evidence)
        else json.contradict({ subject, actual: header(each.headers, 'Content-Type') ?? 'something else', evidence })
      }
      key.close('the client sent no request')
      bearer.close('the client sent no request to an endpoint marked Bearer')
      json.close('the client sent no body')
    },
  }),
]

const held = (value: string | undefined, given: string): string =>
  value === undefined ? 'none' : value === given ? 'as given' : 'another one'
