import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { show } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { RESEND } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { isElsewhere, took } from './probe-judgements.ts'
import type { Code } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { readBy } from './templates.ts'

/** Either placeholder before the other: the template of a run has one of them first. */
const ORDERS = ['{expiry} / {code}', '{code} / {expiry}'] as const

/** What stands for a placeholder and is nothing that it becomes; undefined where it may be. */
export function faultIn(name: string, text: string, known: string | undefined): string | undefined {
  if (name === '{expiry}') return /^\s*$|\{expiry\}/.test(text) ? show(text) : undefined
  return (known === undefined ? text !== '{code}' : text === known) ? undefined : show(text)
}

/** Resends by SMS whose templates have the placeholders in either order, where this run had a template taken. */
export class TemplateOrders {
  readonly #marker: string | undefined
  readonly #code: Tally
  readonly #expiry: Tally

  constructor(t: CheckContext, { rich, marker }: Pick<OtpScenario, 'rich' | 'marker'>) {
    this.#marker = took(rich, 'template') && !isElsewhere(rich) ? marker : undefined
    this.#code = new Tally(t, 'msg.otp.template-code', 'the code wherever {code} stands')
    this.#expiry = new Tally(t, 'msg.otp.template-expiry', 'something wherever {expiry} stands')
  }

  /** The template of a resend, by how many there were before it. */
  template(nth: number): string | undefined {
    const order = ORDERS[nth]
    return order === undefined || this.#marker === undefined ? undefined : `${this.#marker}: ${order} end`
  }

  static membersOf(template: string | undefined): JsonObject {
    return template === undefined ? {} : { message_template: template }
  }

  /** Looks at the text of a resend that was taken with a template. */
  look(template: string | undefined, answer: Exchange, { text, code, channel }: Code): void {
    if (template === undefined || text === undefined || (channel !== undefined && channel !== 'sms')) return
    const subject = `the text of ${RESEND} (${answer.label})`
    const read = readBy(template, text)
    if (read === undefined) this.#code.contradict({ subject, actual: 'another wording', evidence: [answer] })
    for (const { name, text: each } of read?.found ?? []) {
      const tally = name === '{code}' ? this.#code : this.#expiry
      const fault = faultIn(name, each, code)
      if (fault === undefined) tally.agree([answer])
      else tally.contradict({ subject: `${subject}, where it has ${name}`, actual: fault, evidence: [answer] })
    }
  }

  close(): void {
    for (const each of [this.#code, this.#expiry]) each.close('the probe otpInbox shows no text of a template')
  }
}
