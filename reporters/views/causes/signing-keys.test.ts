import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { otherSigningKey } from './signing-keys.ts'

const report = sampleReport(10)
const service = report.services.find(({ webhooks }) => webhooks !== undefined)
const { signatureClaim = '', signatureHeader = '' } = service?.webhooks ?? {}
const [delivery] = report.deliveries
const [requirement] = report.requirements

const deliveries = (many: number): Report['deliveries'] =>
  Array.from({ length: many }, (_, nth) => ({
    ...delivery!,
    id: `d${nth}`,
    inbox: 'pay/events',
    headers: [[signatureHeader, 'sha256=0'] as [string, string]],
  }))

const told = (many: number, more: number, actual: string, kept = 0): readonly string[] => {
  const judgement = {
    check: 'lib/signed',
    verdict: 'fail' as const,
    subject: '',
    expected: '',
    actual,
    more,
    evidence: [],
  }
  const passes = Array.from({ length: kept }, () => ({ ...judgement, verdict: 'pass' as const, more: 0 }))
  const requirements = [{ ...requirement!, verdict: 'fail' as const, judgements: [judgement, ...passes] }]
  return otherSigningKey({ ...report, deliveries: deliveries(many), requirements }, service!)
}

const UNEXPLAINED = `a digest that neither this key nor a usual mistake makes; ${signatureClaim} may be another than the service has`

test('a key with which hardly anything verifies, and that no mistake explains, may be another', () => {
  expect(told(8, 7, UNEXPLAINED)).toEqual([
    expect.stringContaining(
      `no signed webhook of the ${service?.id} service verifies with ${signatureClaim} (none of 8)`,
    ),
  ])
  // Of what nobody looked at nothing is known, and what verified is told.
  expect(told(10, 7, UNEXPLAINED)).toEqual([expect.stringContaining('(none of 8 that were looked at, of 10)')])
  expect(told(10, 7, UNEXPLAINED, 2)).toEqual([expect.stringMatching(/^8 of 10 signed webhooks .* do not verify/)])
})

test('not where most verify, or a mistake explains it', () => {
  expect(told(8, 3, UNEXPLAINED)).toEqual([])
  expect(told(8, 7, 'another digest. The signature matches when no dot stands between')).toEqual([])
})
