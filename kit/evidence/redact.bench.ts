import { bench, describe } from 'vitest'
import { createRedactor } from './redact.ts'

const MEGABYTE = 1_000_000
const secrets = [...Array(24).keys()].map((index) => `sk_live_${index}4f9aZZ${index * 7919}xQkLm`)
const redactor = createRedactor({ secrets, runKey: Buffer.from('run'), names: ['Asha Mushi'] })

const record = (index: number): object => ({
  id: `3f2b8c1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
  status: 'completed',
  amount: 1000 + index,
  phone: `2557123${String(index).padStart(5, '0')}`,
  message: `Part ${index} of your order is complete`,
  customer: { firstname: 'Asha', email: `a${index}@example.com` },
})
const repeated = (piece: string): string => piece.repeat(MEGABYTE / piece.length)

const bodies: Readonly<Record<string, string>> = {
  'JSON of records': JSON.stringify([...Array(3900).keys()].map(record)),
  'the same with a secret in it': JSON.stringify([secrets[0], ...[...Array(3900).keys()].map(record)]),
  'one long value': JSON.stringify(repeated('x')),
  digits: repeated('1'),
  '%25': repeated('%25'),
  backslashes: repeated('\\'),
  '"a"': repeated('"a"'),
  brackets: repeated('['),
  addresses: repeated('a@b.cc '),
}

// 3 turns a second are 0.3 s for a megabyte.
describe('a body of a megabyte', () => {
  for (const [name, text] of Object.entries(bodies)) {
    const body = Buffer.from(text)
    bench(name, () => void redactor.redactBody(body))
  }
})
