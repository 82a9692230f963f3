import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import type { Spelling } from '../../../shared/spelling.ts'
import { isRefusal, isSuccess, statusOf } from '../../client/answers.ts'
import { type Caller, inOtherWords, resend } from '../../client/api.ts'
import { isTrouble } from '../../client/trouble.ts'
import type { FixtureContext } from '../../define.ts'

/** A resend whose members are accepted or refused together with the base, group by group. */
export interface Plan {
  readonly label: string
  readonly as: Caller
  readonly base: JsonObject
  readonly groups: Readonly<Record<string, JsonObject>>
  /** How the whole of it is written; as the seed has it when absent. */
  readonly spelling?: Spelling
  /** Another form of a group, sent where the first one is refused. */
  readonly instead?: Readonly<Record<string, JsonObject>>
  /** Groups in a form that more deployments take: sent with all the others before any is sent alone. */
  readonly milder?: Readonly<Record<string, JsonObject>>
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
  /** Groups that the accepted resend lacks, though nothing speaks against them. */
  readonly left?: readonly string[]
  /** What was sent in place of a group that is refused, where the plan names that. */
  readonly instead?: Readonly<Record<string, Exchange>>
  /** Whether groups were sent in their milder form, since the other one was refused. */
  readonly isMilder?: true
  /** Whether 403 would say that there was no code to send again. */
  readonly isPriorHidden?: boolean
}

/** Whether a group took part in the resend that was accepted. */
export const tookPart = ({ accepted, refused, left = [] }: Trial, group: string): boolean =>
  accepted !== undefined && refused[group] === undefined && !left.includes(group)

/**
 * Whether a resend may have been refused because there was nothing to send again.
 *
 * @param isHidden 403 says so too: it was the answer to a number until a code had been sent to it
 */
export const saysNoPrior = (answer: Exchange, isHidden: boolean): boolean =>
  [404, 409, ...(isHidden ? [403] : [])].includes(statusOf(answer))

/** Whether the refusal of a resend may come from there being nothing to send again. */
export const lacksPrior = ({ base, whole, isPriorHidden = false }: Trial): boolean =>
  saysNoPrior(base ?? whole, isPriorHidden)

interface Circumstances {
  readonly begun?: Exchange
  /** Brings a code about where the target sends another one only to a number that has one. */
  readonly prior?: () => Promise<void>
  /** Whether 403 says that there is none. */
  readonly isPriorHidden?: boolean
  /** How many resends may still be sent; as many as it takes when absent. */
  readonly room?: { left: number }
}

/**
 * Sends a resend with all its groups. Only where that is refused the base is asked alone, then with each group, so
 * that the refusal has a cause. At most 3 + groups further resends. What speaks of trouble is asked once more as it is
 * before that: it need not have a cause among the members.
 */
export async function tryResend(
  t: FixtureContext,
  plan: Plan,
  { begun, prior, isPriorHidden = false, room = { left: Number.POSITIVE_INFINITY } }: Circumstances = {},
): Promise<Trial> {
  const { label, as, base, instead = {}, milder, spelling } = plan
  let { groups } = plan
  const send = async (members: JsonObject, what: string): Promise<Exchange> =>
    once(t, await sendOnce(members, what), () => sendOnce(members, what))
  const sendOnce = async (members: JsonObject, what: string): Promise<Exchange> => {
    const writer = what === '' ? inOtherWords(as, spelling) : as
    const ask = (): Promise<Exchange> => {
      if (room.left === 0) t.abortBlocked('resends were refused too often to look for the cause any further')
      room.left -= 1
      return resend(t, writer, { ...base, ...members }, { label: `${label}${what}`, expects: 'sent' })
    }
    const answer = await ask()
    if (prior === undefined || !saysNoPrior(answer, isPriorHidden)) return answer
    await prior()
    return ask()
  }
  const allOf = (names: readonly string[]): JsonObject => Object.assign({}, ...names.map((name) => groups[name]))
  const names = Object.keys(groups)
  const begunWith = begun === undefined ? undefined : await once(t, begun, () => sendOnce(allOf(names), ''))
  const whole = begunWith ?? (await send(allOf(names), ''))
  let none: Trial = { whole, accepted: undefined, base: undefined, refused: {}, isPriorHidden }
  if (isSuccess(whole)) return { ...none, accepted: whole }
  if (!isRefusal(whole) || names.length === 0) return none
  if (milder !== undefined && [400, 422].includes(statusOf(whole))) {
    groups = { ...groups, ...milder }
    none = { ...none, isMilder: true }
    const other = await send(allOf(names), ', in a milder form')
    if (isSuccess(other)) return { ...none, accepted: other }
  }
  const alone = await send({}, ', without optional members')
  if (!isSuccess(alone)) return { ...none, base: alone }
  const refused: Record<string, Exchange> = {}
  const spared: Record<string, Exchange> = {}
  for (const name of names) {
    const answer = await send(allOf([name]), `, with ${name} alone`)
    if (isSuccess(answer)) continue
    refused[name] = answer
    const other = instead[name]
    if (other !== undefined) spared[name] = await send(other, `, with another ${name} alone`)
  }
  const rest = names.filter((name) => refused[name] === undefined)
  const accepted = rest.length === 0 ? alone : await send(allOf(rest), `, without ${Object.keys(refused).join(', ')}`)
  const isTaken = isSuccess(accepted)
  return {
    ...none,
    accepted: isTaken ? accepted : alone,
    base: alone,
    refused,
    left: isTaken ? [] : rest,
    instead: spared,
  }
}

/** How long trouble is given to pass, ms. */
const AGAIN_MS = 1000

/** The answer, or the one to the same request a moment later where it speaks of trouble. */
async function once(t: FixtureContext, answer: Exchange, again: () => Promise<Exchange>): Promise<Exchange> {
  // An account that is to pay first has to pay a moment later, too.
  if ((!isTrouble(answer) && statusOf(answer) < 500) || statusOf(answer) === 402) return answer
  await t.pause(AGAIN_MS)
  return again()
}

/** The first resend of the run to the number: all groups of a plan at once. */
export function opening(t: FixtureContext, { as, base, groups, label, spelling }: Plan): Promise<Exchange> {
  const body = Object.assign({ ...base }, ...Object.values(groups)) as JsonObject
  return resend(t, inOtherWords(as, spelling), body, { label: `${label}, first`, expects: 'sent' })
}
