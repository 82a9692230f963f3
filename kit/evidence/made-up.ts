import { isJsonText, rewriteJson } from './json-scan.ts'
import { kindOfMember } from './member-kinds.ts'
import type { Redactor } from './redact.ts'

/** What commands need of a redactor. */
export type CommandRedactor = Pick<Redactor, 'redactText' | 'redactUrl' | 'redactHeaders' | 'redactBody'>

/**
 * The redactor of commands for a target on this machine: people and phones there are made up, and a request without them
 * would be another one. Secrets stay hidden, by what they are, by how they look and by where they stand.
 */
export function withPeople(redactor: Redactor): CommandRedactor {
  const { redactSecrets, redactText, redactBody } = redactor
  const hidden = (value: string): string => {
    const known = redactSecrets(value)
    return value === '' || known !== value ? known : '[secret]'
  }
  const shown = (text: string): string =>
    isJsonText(text)
      ? rewriteJson(text, ({ member, surroundings, value }) =>
          surroundings.secret || kindOfMember(member) === 'secret' ? hidden(value) : redactSecrets(value),
        )
      : redactText(text)
  return {
    redactText: shown,
    redactHeaders: redactor.redactHeaders,
    redactUrl: (url) => {
      const names = [...new URLSearchParams(/\?(.*)$/.exec(url)?.[1]).keys()]
      return names.some((name) => kindOfMember(name) === 'secret') ? redactor.redactUrl(url) : redactSecrets(url)
    },
    redactBody: (body) => {
      const text = body.toString('utf8')
      return { ...redactBody(body), text: shown(text) }
    },
  }
}
