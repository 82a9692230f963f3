import { isLoopback } from '../../../kit/target/address.ts'
import type { JsonObject } from '../../../kit/target/file/file.ts'
import type { OwnTargetFile } from '../services.ts'

/** What `assay init` has to know; a member that is missing is left out of the file. Secrets are names of variables. */
export interface Answers {
  readonly name?: string | undefined
  readonly environment?: 'local' | 'test' | 'production' | undefined
  readonly payment?: string | undefined
  readonly liveKeyEnv?: readonly string[] | undefined
  readonly signingKeyEnv?: string | undefined
  readonly mobileBody?: JsonObject | undefined
  readonly messaging?: string | undefined
  readonly boundKeyEnv?: string | undefined
  readonly unboundKeyEnv?: string | undefined
  readonly bearerEnv?: string | undefined
  readonly webhookSecretEnv?: string | undefined
  readonly listen?: string | undefined
  readonly publicUrl?: string | undefined
  readonly payments?: number | undefined
  readonly messages?: number | undefined
}

/** Whether a run may only write to the deployment with a budget in its file. */
export function needsBudget({ environment, payment, messaging }: Answers): boolean {
  const bases = [payment, messaging].filter((url) => url !== undefined)
  return (environment ?? (bases.every(isLoopback) ? 'local' : 'test')) !== 'local'
}

const reference = (name: string | undefined): string | undefined => (name === undefined ? undefined : `\${${name}}`)

/** The target file that the answers make. */
export function targetFileOf(answers: Answers): OwnTargetFile {
  const { name, environment, payment, liveKeyEnv = [], messaging, listen, publicUrl } = answers
  return present({
    name,
    environment,
    allow: present({ payments: answers.payments, messages: answers.messages }),
    payment:
      payment &&
      present({
        baseUrl: payment,
        keys: present({ live: liveKeyEnv.length === 0 ? undefined : liveKeyEnv.map((each) => `\${${each}}`) }),
        signingKey: reference(answers.signingKeyEnv),
        bodies: present({ mobile: answers.mobileBody }),
      }),
    messaging:
      messaging &&
      present({
        baseUrl: messaging,
        keys: present({ bound: reference(answers.boundKeyEnv), unbound: reference(answers.unboundKeyEnv) }),
        bearer: reference(answers.bearerEnv),
        smsWebhook: present({ secret: reference(answers.webhookSecretEnv) }),
      }),
    webhooks: present({ listen, publicUrl }),
  }) as OwnTargetFile
}

/** The members that are there; undefined where none is. */
function present(members: { readonly [name: string]: unknown }): JsonObject | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== '')
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
