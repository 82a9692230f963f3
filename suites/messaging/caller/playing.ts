import type { FixtureContext } from '../../../kit/check/context.ts'
import { digits, type Given, type Played, play, type Serve } from '../../shared/caller/scenario.ts'
import { app, inputOf, type Operation, serving } from './endpoints.ts'
import type { MessagingCallerSection } from './section.ts'

export type Player = Pick<FixtureContext, 'stage' | 'operate' | 'pause' | 'abortUnexercised' | 'seed'> & {
  readonly service: MessagingCallerSection
}

export const PREFIX = 'msg-caller/'

/** The API key and the token that a client is given in a scenario. */
export const keyFor = ({ seed }: Pick<Player, 'seed'>, name: string): string => `msgkey_${digits(seed, name, 24)}`
export const tokenFor = ({ seed }: Pick<Player, 'seed'>, name: string): string =>
  `token_${digits(seed, `token of ${name}`, 24)}`

export interface Asked {
  readonly operation: Operation
  /** In place of what it is asked with usually, member by member. */
  readonly input?: Readonly<Record<string, unknown>>
  /** What it is answered with by turns; then it goes well. */
  readonly answers?: readonly Given[]
  /** An unbound key names the app; bound when absent. */
  readonly binding?: 'bound' | 'unbound'
  readonly serve?: Serve
}

/** Has a client carry out one operation. */
export function operate(t: Player, name: string, asked: Asked): Promise<Played> {
  const { operation, input = {}, answers = [], binding = 'bound', serve } = asked
  const key = keyFor(t, name)
  return play(
    t,
    {
      name: `${PREFIX}${name}`,
      operation,
      input: { ...inputOf(t.seed, operation), ...input },
      given: {
        apiKey: key,
        bearer: tokenFor(t, name),
        binding,
        ...(binding === 'unbound' ? { appKey: app(t.seed).app_key } : {}),
      },
      serve: serve ?? serving(t.seed, { [operation]: answers }),
    },
    key,
  )
}
