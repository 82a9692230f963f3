import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assay, assayHere, emptyFolder } from '../command.ts'

const explained = async (word: string): Promise<string> => {
  const { code, stdout, stderr } = await assayHere(['explain', word])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}

describe('explain', { timeout: 60_000 }, () => {
  test('shows a requirement with its place, what keeps it, what breaks it, and what it needs', async () => {
    const text = await explained('pay.idempotency.key-required')
    expect(text).toMatch(/^pay\.idempotency\.key-required \(must\)\n {2}A creation without Idempotency-Key is refused/)
    expect(text).toContain('  Payment › Errors › Request and validation\n')
    const [, kept = '', broken = ''] = text.split(/^(?:Kept, as|Broken, as)/m)
    expect(kept).toMatch(/answered 400\n.*"error_code":"IDEMPOTENCY_KEY_REQUIRED"/)
    expect(kept).toContain('as expected: 400 IDEMPOTENCY_KEY_REQUIRED')
    expect(broken).toMatch(/^ the reference does with the flaw \S+: /)
    expect(broken).toContain('expected 400 IDEMPOTENCY_KEY_REQUIRED, got ')
    // What was sent is the same request.
    for (const each of [kept, broken]) expect(each).toContain('POST /api/v1/payments')
    expect(text).toContain('What it takes from the target file\n  payment.keys.live: ["${PAY_KEY}"]\n')
    expect(text).toContain('assay run --only pay.idempotency.key-required')
  })

  test('what is judged by what others send is run with those, or whole', async () => {
    const text = await explained('pay.status.known')
    expect(text).toMatch(/\nTo judge it\n {2}\S.* run --only "pay\.status\.\*"\n/)
    expect(text).toMatch(/\n {2}where that sends nothing, as some of its checks look at what others send: \S.* run\n/)
    expect(await explained('pay.create.mobile')).not.toContain('where that sends nothing')
  })

  test('shows a request in words that can be read, and as it was spelled', async () => {
    const text = await explained('pay.create.any-spelling')
    expect(text).toMatch(/\{"amount":\d+,.*\n {4}spelled so:\n {4}\S/)
    expect(text).toMatch(/with the flaw misreads-escapes: (?:.*\n){5} {4}spelled so:\n.*\\u00/)
  })

  test('shows the header that a statement is about, on the request and on the answer', async () => {
    expect(await explained('pay.auth.scheme')).toMatch(/\(scheme Basic\)\n {4}Authorization: Basic /)
    const [, kept = '', broken = ''] = (await explained('pay.error.json')).split(/^(?:Kept, as|Broken, as)/m)
    expect(kept).toMatch(/answered 401\n {4}content-type: application\/json/i)
    expect(broken).toMatch(/answered 401\n {4}content-type: text\/plain/i)
  })

  test('names the signing key and the outcomes that what it observes needs', async () => {
    const text = await explained('pay.signature.verifies')
    const needed = /^What it takes from the target file\n(.*?)\n\n/ms.exec(text)?.[1] ?? ''
    for (const line of ['payment.signingKey: "${PAY_SIGNING_KEY}"', 'webhooks: ']) expect(needed).toContain(`  ${line}`)
    // One of its checks has a payment completed, and another does without.
    expect(needed).not.toContain('payment.outcomes.completed')
    const used = /^Used by pay\/(.*?)\n\n/ms.exec(text)?.[1] ?? ''
    expect(used).toContain('  payment.outcomes.completed: ')
    expect(text).toMatch(/^Kept, as the reference does it\n {2}payment\.\w+, attempt 1: POST to /m)
    expect(text).toMatch(/expected the HMAC-SHA256 .*, got another digest/)
  })

  test('names the line that a check needs by what a run finds out', async () => {
    expect(await explained('msg.read.refused-marks-none')).toMatch(
      /^Needed as well where nothing in the conversation is unread\n {2}messaging\.outcomes\.addInbound: \{ call: /m,
    )
  })

  test('shows of a client what it sends and what it is answered', async () => {
    const text = await explained('msg-caller.read.up-to')
    const [, kept = '', broken = ''] = text.split(/^(?:Kept, as|Broken, as)/m)
    expect(kept).toMatch(/^ {2}POST \/v1\/whatsapp\/conversations\/\S+\/read \(read up to 2026-\S+\)$/m)
    expect(kept).toContain('{"up_to":"2026-01-02T03:04:05Z"}\n  answered 200\n')
    expect(broken).toMatch(/\{"up_to":\d+\}/)
    expect(broken).toContain('expected a date-time or null, got up_to: 1767323045000')
  })

  test('says why there is nothing to show', async () => {
    expect(await explained('msg-caller.signature.verifies')).toContain(
      '\nExample\n  none: it is judged by what is told of it, and no request shows it\n',
    )
    expect(await explained('msg-receiver.url.https')).toContain('\nExample\n  none: the reference')
  })

  test('says of a budget where it is needed', async () => {
    const text = await explained('msg-receiver.dedup.late')
    expect(text).toMatch(/^ {2}allow\.events: 200 {3}# elsewhere than on this machine$/m)
  })

  test('names every claim of which one is enough', async () => {
    const text = await explained('msg.otp.callback-ends')
    expect(text).toMatch(
      /^ {2}webhooks\.publicUrl: .*\n {4}or webhooks\.tls: .*\n {4}or messaging\.outcomes\.callbackOrigin: .*\n {4}messaging\.outcomes\.routeCallbacks: /m,
    )
  })

  test('says of a check what its statements wait for, as it is written', async () => {
    const text = await explained('msg/otp/callback')
    expect(text).toContain('or messaging.outcomes.callbackOrigin: { with: { callback_url: ')
    expect(text).toContain('  messaging.outcomes.routeCallbacks: { call: { method: POST, ')
  })

  test('says what its headers are, and no key', async () => {
    const text = await explained('msg.otp.accepted')
    expect(text).toMatch(/^ +x-api-key: \[secret\]$/im)
    expect(text).toContain('as expected: 200')
  })

  test('shows a check with what it judges, asks and needs', async () => {
    const text = await explained('pay/validation/key-required')
    expect(text).toMatch(/^pay\/validation\/key-required \(refuse, main, standard\)\n/)
    expect(text).toContain('Judges\n  pay.idempotency.key-required (must): ')
    expect(text).toContain('Asks at most\n  1 with live')
    expect(text).toContain('payment.bodies.mobile: ')
  })

  test('shows a row of the error tables, by its own letter case where there are two', async () => {
    const text = await explained('idempotency_key_required')
    expect(text).toMatch(/^IDEMPOTENCY_KEY_REQUIRED \(400, Payment\)\n/)
    expect(text).toContain('Named by\n  pay.idempotency.key-required (must): ')
    expect(await explained('unauthorized')).toContain('No Authorization header was sent.')
    expect(await explained('UNAUTHORIZED')).toContain('The merchant behind the key cannot be resolved.')
  })

  test('says of a code what each contract that names it says of it', async () => {
    const text = await explained('validation_error')
    expect(text).toMatch(/^VALIDATION_ERROR \(400, Payment\)\n/)
    expect(text).toMatch(
      /^Named by Messaging\n {2}msg\.send\.validation-code \(may\): .* carries the code validation_error\.$/m,
    )
    expect(await explained('RATE_LIMIT_EXCEEDED')).not.toContain('Named by Messaging\n')
    // What is a word in one document is a code in the other.
    expect(await explained('CONFLICT')).not.toContain('Named by Messaging\n')
  })

  test('names the command as it is typed', async () => {
    const { stdout } = await assay(['explain', 'IDEMPOTENCY_KEY_REQUIRED'], { env: { ASSAY_COMMAND: './check.sh' } })
    expect(stdout).toMatch(/^More on each\n {2}\.\/check\.sh explain pay\./m)
  })

  test('takes an id that ends as a file does', async () => {
    expect(await explained('pay.error.json')).toMatch(/^pay\.error\.json \(should\)\n/)
  })

  test('lists what a pattern stands for', async () => {
    const text = await explained('pay.refresh.*')
    expect(text).toMatch(/^pay\.refresh\.payment \(must\): /)
    expect(text).toMatch(/\n\n\d+ requirements\n$/)
    expect(await explained('pay/refreshing/*')).toMatch(/\n\n?\d+ checks\n$/)
  })

  test.for([
    ['pay.idempotency.key-requird', 'pay.idempotency.key-required'],
    ['KEY_REQUIRED', 'IDEMPOTENCY_KEY_REQUIRED'],
    ['pay/validation/key-requird', 'pay/validation/key-required'],
    ['pay.idempotancy.*', 'pay.idempotency.'],
  ] as const)('names what %s was probably meant to be', async ([word, meant]) => {
    const { code, stderr } = await assayHere(['explain', word])
    expect(code).toBe(2)
    expect(stderr).toContain(`there is no requirement, no check and no error code ${word}. Did you mean`)
    expect(stderr).toContain(meant)
  })

  test('says nothing of an example where there is none', async () => {
    const text = await explained('pay.payout.create')
    expect(text).toContain('Unobservable: ')
    expect(text).not.toMatch(/Kept, as|Broken, as|To judge it/)
  })
})

test('a point that the document leaves open is told as one, with what the last run saw there', async () => {
  const cwd = emptyFolder()
  const bare = await assay(['explain', 'pay.open.content-type'], { cwd })
  expect(bare, bare.stderr).toMatchObject({ code: 0 })
  expect(bare.stdout).toMatch(/^pay\.open\.content-type \(left open: observed, never judged\)\n/)
  const run = await assay(['run', '--only', 'pay/validation/media-types', '--json', 'report.json'], { cwd })
  const { observations } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))
  const [seen] = observations.filter(({ id }: { id: string }) => id === 'pay.open.content-type')
  expect(seen, run.stdout).toBeDefined()
  expect((await assay(['explain', 'pay.open.content-type'], { cwd })).stdout).toContain(`  ${seen.value}\n`)
})
