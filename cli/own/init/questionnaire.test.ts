import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { questionnaire } from './questionnaire.ts'
import type { Answers } from './target-answers.ts'

/** Answers each question with the next line, once it is asked. */
async function asked(given: Answers, lines: readonly string[]): Promise<{ answers: Answers; told: string }> {
  const input = new PassThrough()
  const output = new PassThrough()
  let told = ''
  const left = [...lines]
  output.on('data', (chunk) => {
    told += chunk
    if (!String(chunk).endsWith(': ')) return
    const line = left.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  return { answers: await questionnaire(given, input, output), told }
}

describe('what init asks', () => {
  test('both services of a deployment elsewhere', async () => {
    const { answers } = await asked({}, [
      ...['https://pay.example.org', 'KEY_1, KEY_2', 'SIGN', '{"amount":500}'],
      ...['https://msg.example.org', 'BOUND', '', 'BEARER', 'SECRET'],
      ...['acme', 'production', 'https://hooks.example.org', '0.0.0.0:8787', '40', '10'],
    ])
    expect(answers).toEqual({
      payment: 'https://pay.example.org',
      liveKeyEnv: ['KEY_1', 'KEY_2'],
      signingKeyEnv: 'SIGN',
      mobileBody: { amount: 500 },
      messaging: 'https://msg.example.org',
      boundKeyEnv: 'BOUND',
      bearerEnv: 'BEARER',
      webhookSecretEnv: 'SECRET',
      name: 'acme',
      environment: 'production',
      publicUrl: 'https://hooks.example.org',
      listen: '0.0.0.0:8787',
      payments: 40,
      messages: 10,
    })
  })

  test('what a flag has answered is not asked, nor the stakes and budgets of a local target', async () => {
    const { answers, told } = await asked({ payment: 'http://127.0.0.1:1', liveKeyEnv: ['K'], name: 'mine' }, [
      ...['', '', ''],
      ...['', ''],
    ])
    expect(answers).toEqual({ payment: 'http://127.0.0.1:1', liveKeyEnv: ['K'], name: 'mine' })
    expect(told).not.toMatch(/live keys|What is at stake|Payments that a run may make|called in reports/)
  })

  test('what is not understood is asked again, with the reason', async () => {
    const { answers, told } = await asked({ messaging: 'http://127.0.0.1:2' }, [
      ...['pay.example.org', 'http://127.0.0.1:1', 'sk_live_1', 'K', '', '{', '{"amount":1}'],
      ...['', '', '', '', '', '', '8787', '127.0.0.1:0'],
    ])
    expect(answers).toMatchObject({ liveKeyEnv: ['K'], mobileBody: { amount: 1 }, listen: '127.0.0.1:0' })
    expect(told).toContain('expected an absolute http or https URL, such as https://pay.example.org')
    expect(told).toContain('the secret itself is never written')
    expect(told).toContain('Expected JSON.')
    expect(told).toContain('expected host:port')
  })

  test('who leaves the questions leaves no file', async () => {
    await expect(asked({}, ['https://pay.example.org'])).rejects.toThrow('nothing was written: the questions were left')
  })
})
