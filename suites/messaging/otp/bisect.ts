import type { Exchange } from '../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isSuccess, statusOf } from '../client/answers.ts'
import { type Caller, resend } from '../client/api.ts'
import type { FixtureContext } from '../define.ts'

/** A resend whose members are accepted or refused together with the base, group by group. */
export interface Plan {
  readonly label: string
  readonly as: Caller
  readonly base: JsonObject
  readonly groups: Readonly<Record<string, JsonObject>>
}

/** What a resend came to, and who is to blame where it was refused. */
export interface Trial {
  /** The resend as planned. */
  readonly whole: Exchange
  /** The resend that was accepted in the end, with every group that is not refused. */
  readonly accepted: Exchange | undefined
  /** The base alone, when it had to be asked. */
  readonly base: Exchange | undefined
  /** Groups that the base is refused with. */
  readonly refused: Readonly<Record<string, Exchange>>
}

const isRefusal = (answer: Exchange): boolean => statusOf(answer) >= 400 && statusOf(answer) < 500

/**
 * Sends a resend with all its groups. Only where that is refused the base is asked alone, then with each group, so
 * that the refusal has a cause. At most 2 + groups further resends.
 */
export async function tryResend(t: FixtureContext, plan: Plan, begun?: { readonly answer: Exchange }): Promise<Trial> {
  const { label, as, base, groups } = plan
  const send = (members: JsonObject, what: string): Promise<Exchange> =>
    resend(t, as, { ...base, ...members }, { label: `${label}${what}`, expects: 'sent' })
  const allOf = (names: readonly string[]): JsonObject => Object.assign({}, ...names.map((name) => groups[name]))
  const names = Object.keys(groups)
  const whole = begun?.answer ?? (await send(allOf(names), ''))
  if (isSuccess(whole)) return { whole, accepted: whole, base: undefined, refused: {} }
  if (!isRefusal(whole) || names.length === 0) return { whole, accepted: undefined, base: undefined, refused: {} }
  const alone = await send({}, ', without optional members')
  if (!isSuccess(alone)) return { whole, accepted: undefined, base: alone, refused: {} }
  const refused: Record<string, Exchange> = {}
  for (const name of names) {
    const answer = await send(allOf([name]), `, with ${name} alone`)
    if (!isSuccess(answer)) refused[name] = answer
  }
  const rest = names.filter((name) => refused[name] === undefined)
  const accepted = rest.length === 0 ? alone : await send(allOf(rest), `, without ${Object.keys(refused).join(', ')}`)
  return { whole, accepted: isSuccess(accepted) ? accepted : alone, base: alone, refused }
}
