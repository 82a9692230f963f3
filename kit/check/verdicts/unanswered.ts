import { ABANDONED, type Exchange } from '../../http/exchange.ts'
import type { Evidence } from '../context.ts'
import { isExchange, subjectOf } from './subject.ts'

/** Of so many, as those of a burst or a race, some may go without an answer: the others bear out what is said of them all. */
const MANY = 4

/**
 * The first request of some evidence that was left without an answer, where that leaves too little: what came of it nobody
 * has seen, so that nothing is kept by it. Answers that the suite itself did not wait for are meant to be missing.
 */
export function unansweredIn(evidence: readonly Evidence[]): Exchange | undefined {
  const asked = evidence.filter((each): each is Exchange => isExchange(each) && each.fault?.message !== ABANDONED)
  const silent = asked.filter(({ response }) => response === undefined)
  const isEnough = asked.length >= MANY && 2 * silent.length <= asked.length
  return isEnough ? undefined : silent[0]
}

/** Why a statement cannot be judged where nobody answered such a request. */
export const noAnswer = (silent: Exchange): string => `${subjectOf(silent)}: ${silent.fault?.message ?? 'no answer'}`

/** Words that tell of a refusal, which a server error is none of. */
const REFUSAL = /\b(?:refuse|not (?:accepted|taken))/

/** A server error that a reason speaks of as of a refusal; where a refusal came as well, the reason may speak of that. */
function failedIn(reason: string, evidence: readonly Evidence[]): Exchange | undefined {
  if (!REFUSAL.test(reason)) return undefined
  const asked = evidence.filter(isExchange)
  const isRefused = asked.some(({ response }) => Math.floor((response?.status ?? 0) / 100) === 4)
  return isRefused ? undefined : asked.find(({ response }) => (response?.status ?? 0) >= 500)
}

/**
 * Why something is blocked, with what says it where it is only that a request got no answer: whoever was not reached has
 * neither refused nor done anything, and a server error is no refusal.
 */
export function withSilence(reason: string, evidence: readonly Evidence[]): string {
  const failed = failedIn(reason, evidence)
  const status = String(failed?.response?.status)
  if (failed !== undefined && !reason.includes(status)) return `${subjectOf(failed)} was answered ${status}`
  const silent = unansweredIn(evidence)
  if (silent === undefined || /no (?:answer|response)/.test(reason) || reason.includes(silent.fault?.message ?? ''))
    return reason
  const isAll = evidence.every((each) => isExchange(each) && each.response === undefined)
  return isAll ? noAnswer(silent) : `${reason}; ${noAnswer(silent)}`
}
