import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../cli/own/sandbox/sandbox.ts'
import { FORMAT_NAMES } from '../../cli/run/output/destinations.ts'
import type { Report } from '../../kit/report/report.ts'
import { assay, emptyFolder } from '../command.ts'
import { codingsOf, type Gossip, gossipBefore } from '../gossip.ts'

const CUSTOMER = { firstname: 'Canaryfirst', lastname: 'Canarylast', email: 'canary.mail@example.com' }
/** Values that stand in nobody's target file: known only by what they look like and where they stand. */
const STRANGER = {
  firstname: 'Strangerfirst',
  lastname: 'Strangerlast',
  email: 'stranger@example.org',
  phone: '255719283746',
  code: '918273',
  token: 'tok-4f9a8b7c6d5e4f3a2b1c',
} satisfies Omit<Gossip, 'keys' | 'customer'>

/** Whether a text stands somewhere by itself: six digits come up by chance within one digest or time in a hundred. */
function standsIn(text: string, value: string): boolean {
  if (!/^\d{1,7}$/.test(value)) return text.includes(value)
  return new RegExp(`(?<![0-9a-f])${value}(?![0-9a-f])`, 'i').test(text)
}

/** Takes every secret out of a target file into the environment. */
function referenced(file: object, secrets: ReadonlySet<string>): { file: object; env: Record<string, string> } {
  const env: Record<string, string> = {}
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string' && secrets.has(value)) {
      const name = `CANARY_${Object.keys(env).length}`
      env[name] = value
      return `\${${name}}`
    }
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]))
  }
  return { file: walk(file) as object, env }
}

test.for(['test', 'local'] as const)(
  'keys, secrets, codes, phones and names appear in no artefact of a %s target, also where it fails and gossips',
  {
    timeout: 180_000,
  },
  async (environment) => {
    const sandbox = await startSandbox({ timeScale: 60, variants: ['quick-retries'], flaw: 'replay-201' })
    const { payment, messaging, ...rest } = structuredClone(sandbox.file)
    if (payment?.bodies?.mobile === undefined || messaging === undefined)
      throw new Error('the reference names no bodies')
    const { signingKey } = payment
    const secrets = [
      ...Object.values(payment.keys ?? {}).flat(),
      ...Object.values(messaging.keys ?? {}).flat(),
      signingKey,
      messaging.bearer,
      messaging.appKey,
      messaging.smsWebhook?.secret,
    ].filter((each) => typeof each === 'string')
    const gossip = { ...STRANGER, customer: CUSTOMER, keys: secrets.slice(0, 4) }
    const proxies = await Promise.all(
      [sandbox.payment.url, sandbox.messaging.url].map((url) => gossipBefore(url, gossip)),
    )
    try {
      payment.bodies.mobile.customer = CUSTOMER
      Object.assign(payment, { baseUrl: proxies[0]?.url })
      Object.assign(messaging, { baseUrl: proxies[1]?.url })
      // What a recipe says of a person, and of a secret.
      const { cancelled } = payment.outcomes ?? {}
      if (cancelled?.call === undefined) throw new Error('the reference names no recipe for cancelled')
      Object.assign(cancelled.call, { headers: { 'X-Operator': `${CUSTOMER.firstname} ${STRANGER.phone}` } })
      const phones = Object.values(payment.outcomes ?? {}).map((recipe) => recipe?.with?.phone)
      const recipients = Object.values(messaging.fixtures?.phones ?? {})
      const { file, env } = referenced({ ...rest, environment, payment, messaging }, new Set(secrets))

      const folder = emptyFolder()
      const at = (name: string): string => join(folder, name)
      writeFileSync(at('target.json'), JSON.stringify(file))
      const outputs = FORMAT_NAMES.flatMap((format) => [`--${format}`, at(`report.${format}`)])
      const { code, stdout, stderr } = await assay(
        [
          'run',
          '--config',
          at('target.json'),
          ...outputs,
          '--allure',
          at('allure'),
          '--certify',
          '--bundle',
          at('bundle.jsonl'),
          '--yes',
          '--verbose',
        ],
        { cwd: folder, env: { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: at('summary.md') } },
      )
      expect(code, stderr).toBe(1)
      expect(stderr).toContain('sealed in ')
      const artefacts: Record<string, string> = { stdout, stderr }
      const files = [...FORMAT_NAMES.map((format) => `report.${format}`), 'summary.md', 'bundle.jsonl']
      for (const name of [...files, join('.assay', 'last.json')]) artefacts[name] = readFileSync(at(name), 'utf8')
      const allure = readdirSync(at('allure')).map((name) => readFileSync(join(at('allure'), name), 'utf8'))
      artefacts.allure = allure.join('\n')

      // On this machine people are made up, and commands hold them.
      const own = String(payment.bodies.mobile.phone)
      const people = [...Object.values(CUSTOMER), ...phones, ...recipients, own]
      const planted = [
        ...secrets,
        ...gossip.keys.flatMap(codingsOf),
        ...Object.values(STRANGER),
        // Nor does the beginning of a number, which a few thousand tries would complete.
        ...(environment === 'local' ? [] : [...people, own.slice(0, 8)]),
      ].filter((each) => typeof each === 'string')
      expect(planted.length).toBeGreaterThan(environment === 'local' ? 15 : 30)
      expect(standsIn(`{"sms_text":"Your code is ${STRANGER.code}"}`, STRANGER.code)).toBe(true)
      const report = JSON.parse(artefacts['report.json'] ?? '') as Report
      expect(report.exchanges.length).toBeGreaterThan(200)
      expect(report.deliveries.length).toBeGreaterThan(20)
      // The gossip did arrive, and failures speak of it.
      expect(artefacts['report.json']).toContain('sms_text')
      expect(artefacts['report.json']).toMatch(/X-Of-\[secret\]/i)
      expect(artefacts['report.json']).toMatch(/codings[\\":[]+\[secret\]/)
      expect(allure.length).toBeGreaterThan(300)
      for (const [name, text] of Object.entries(artefacts)) {
        expect(text.length, name).toBeGreaterThan(0)
        const leaked = planted.filter((each) => standsIn(text, each))
        expect(leaked, name).toEqual([])
      }
    } finally {
      for (const proxy of proxies) proxy.close()
      await sandbox.close()
    }
  },
)
