import { writeFileSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { test } from 'vitest'
import { paymentFlaws, paymentVariants, startPaymentService } from './reference/payment/index.ts'
import { startCapture } from './kit/capture/server.ts'
import { resolveTarget } from './kit/target/target.ts'
import { Run, verdicts } from './kit/run.ts'
import { access } from './suites/payment/access.ts'
import { amounts } from './suites/payment/amounts.ts'
import { authentication } from './suites/payment/authentication.ts'
import { card } from './suites/payment/card.ts'
import { errorEnvelope } from './suites/payment/error-envelope.ts'
import { idempotencyKey } from './suites/payment/idempotency-key.ts'
import { identifiers } from './suites/payment/identifiers.ts'
import { outcomes } from './suites/payment/outcomes.ts'
import { providerOutages } from './suites/payment/outages.ts'
import { reading } from './suites/payment/reading.ts'
import { validation } from './suites/payment/validation.ts'
import { version } from './suites/payment/version.ts'
const checks = [...authentication, ...access, ...validation, ...amounts, ...idempotencyKey, ...card, ...outcomes, ...providerOutages, ...identifiers, ...version, ...reading, ...errorEnvelope]
const mine = new Set(checks.flatMap((c) => c.covers))
export async function run(options: any, change: (f: any) => any = (f) => f) {
  const service = await startPaymentService({ timeScale: 60, ...options })
  const capture = await startCapture({})
  const target = resolveTarget(change(service.targetFile()) as any, { secrets: [] })
  const r = new Run({ target, seed: 1, capture, checks })
  const t0 = Date.now()
  await r.all()
  const vs = verdicts(r.session.judgements, ['payment']).filter((v) => mine.has(v.id))
  const totals = r.session.wire.ledger.totals()
  await r.close(); await capture.close(); await service.close()
  return { vs, ms: Date.now() - t0, totals, left: checks.length }
}
const line = (v: any) => v.judgements.filter((j: any) => j.verdict === v.verdict).slice(0, 2).map((j: any) => `      ${j.check} :: ${j.subject ?? ''} expected ${j.expected ?? ''} got ${j.actual ?? ''} ${j.reason ?? ''}`).join('\n')
test('run', async () => {
  const out: string[] = []
  const mode = process.env.ASY ?? 'faithful'
  const say = (s: string) => { out.push(s); writeFileSync(`/tmp/pay-${mode}.txt`, out.join('\n')) }
  if (mode === 'faithful') {
    const { vs, ms, totals } = await run({})
    say(`${ms} ms ${JSON.stringify(totals)} covers ${mine.size}`)
    for (const v of vs) say(`${v.verdict} ${v.id}${v.verdict === 'pass' ? '' : '\n' + line(v)}`)
  }
  if (mode === 'variants') for (const name of Object.keys(paymentVariants)) {
    const { vs, ms } = await run({ variants: [name] })
    const bad = vs.filter((v) => v.verdict !== 'pass')
    say(`${name} ${ms} ms ${bad.length === 0 ? 'green' : ''}`)
    for (const v of bad) say(`   ${v.verdict} ${v.id}\n${line(v)}`)
  }
  if (mode === 'targets') {
    const cases: Record<string, (f: any) => any> = {
      'no budget': (f) => ({ ...f, environment: 'test', allow: { payments: 0 } }),
      'production': (f) => ({ ...f, environment: 'production', allow: undefined }),
      'base url only': (f) => ({ payment: { baseUrl: f.payment.baseUrl } }),
      'no bodies': (f) => { const { bodies: _, ...p } = f.payment; return { ...f, payment: p } },
      'tiny budget': (f) => ({ ...f, allow: { payments: 3 } }),
      'kes': (f) => ({ ...f, payment: { ...f.payment, bodies: { ...f.payment.bodies, mobile: { ...f.payment.bodies.mobile, currency: 'KES' } } } }),
      'no outcomes no webhooks': (f) => { const { outcomes: _, ...p } = f.payment; return { ...f, payment: p } },
      'no billing': (f) => { const { billing_address: _, ...c } = f.payment.bodies.card; return { ...f, payment: { ...f.payment, bodies: { ...f.payment.bodies, card: c } } } },
      'wrong prefix': (f) => ({ ...f, payment: { ...f.payment, baseUrl: f.payment.baseUrl + '/x' } }),
      'bad live key': (f) => ({ ...f, payment: { ...f.payment, keys: { ...f.payment.keys, live: ['sk_live_zzzzzzzz'] } } }),
      'down': (f) => ({ ...f, payment: { ...f.payment, baseUrl: 'http://127.0.0.1:9' } }),
    }
    for (const [name, change] of Object.entries(cases)) {
      const { vs, totals } = await run({}, change)
      const count: Record<string, number> = {}
      for (const v of vs) count[v.verdict] = (count[v.verdict] ?? 0) + 1
      say(`${name} ${JSON.stringify(count)} payments ${totals.payments}`)
      for (const v of vs) if (['broken', 'fail', 'warn'].includes(v.verdict)) say(`   ${v.verdict} ${v.id}\n${line(v)}`)
      const un = vs.find((v) => v.verdict === 'unexercised' || v.verdict === 'blocked')
      if (un) say(`   e.g. ${un.id} ${JSON.stringify(un.judgements[0])}`)
    }
    for (const [name, drop] of [['mode on, switches', []], ['mode on, no switches', ['testModeOn', 'testModeOff']], ['mode on, off only', ['testModeOn']], ['mode off, none', ['testModeOn', 'testModeOff']]] as const) {
      let control = ''
      const { vs } = await run({}, (f) => {
        control = f.payment.outcomes.testModeOn.call.url
        if (name.startsWith('mode on')) execSync(`(curl -s -XPOST -H 'content-type: application/json' -d '{"enabled":true}' ${control} >/dev/null 2>&1 &)`)
        const outcomes = { ...f.payment.outcomes }
        for (const d of drop) delete outcomes[d]
        return { ...f, payment: { ...f.payment, outcomes } }
      })
      say(`${name}`)
      for (const v of vs) if (v.id.startsWith('pay.access.test-key') || ['fail', 'broken', 'warn'].includes(v.verdict)) say(`   ${v.verdict} ${v.id} ${v.judgements[0]?.reason ?? ''} ${v.judgements[0]?.actual ?? ''} ${JSON.stringify(v.judgements[0]?.line ?? '')}`)
    }
  }
  if (mode === 'flaws') for (const [name, f] of Object.entries(paymentFlaws)) {
    const wanted = f.breaks.filter((b) => mine.has(b))
    const only = process.env.ASYONLY
    if (only !== undefined ? !only.split(',').includes(name) : wanted.length === 0) continue
    const { vs, ms } = await run({ flaw: name })
    const red = vs.filter((v) => v.verdict === 'fail' || v.verdict === 'warn' || v.verdict === 'broken').map((v) => v.id)
    const missing = wanted.filter((w) => !red.includes(w))
    const extra = red.filter((r) => !f.breaks.includes(r as any))
    const other = vs.filter((v) => v.verdict === 'blocked').length
    say(`${missing.length === 0 && extra.length === 0 ? 'ok ' : 'XX '}${name} ${ms}ms missing[${missing}] extra[${extra}] blocked ${other}`)
    for (const v of vs) if (only !== undefined || extra.includes(v.id) || missing.includes(v.id as any)) { if (v.verdict !== 'pass') say(`   ${v.verdict} ${v.id}\n${line(v)}`) }
  }
})
