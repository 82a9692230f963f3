import { expect, test } from 'vitest'
import { statementOf } from '../../kit/certificate/statement.ts'
import { NOTHING } from '../../tests/made-up/recorded-evidence.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { htmlCertificate } from '../html/certificate.ts'
import { type Certificate, countsText, marksOf } from './certificate.ts'

const sample = sampleReport(120)

function certificateOf(environment: string, baseUrl: string): Certificate {
  const baseUrls = Object.fromEntries(Object.keys(sample.target.baseUrls).map((id) => [id, baseUrl]))
  const report = { ...sample, target: { ...sample.target, environment, baseUrls } } as typeof sample
  return {
    report,
    statement: statementOf(report, { ...NOTHING, target: { services: baseUrls } }, { digest: 'ab'.repeat(32) }),
    standing: { confirmed: [], withheld: [{ id: report.requirements[0]?.id ?? '', verdict: 'pass' }] },
    isKeyKnown: false,
    command: 'assay verify bundle.jsonl --unsigned-ok',
    commandElsewhere: 'assay verify bundle.jsonl --unsigned-ok',
    program: 'assay-conformance 0.1.0',
    today: '2026-03-01',
  }
}

test.each([
  ['test', 'http://127.0.0.1:8080', 'It was asked at an address of the machine that judged it'],
  ['local', 'http://127.0.0.1:8080', 'It was asked at an address of the machine that judged it'],
  ['local', 'http://192.168.1.20:8080', 'The target file calls it local'],
])('a %s target at %s is marked by what is known of it', (environment, baseUrl, why) => {
  const [mark] = marksOf(certificateOf(environment, baseUrl)).filter(({ title }) => title === 'local')
  expect(mark?.text).toBe(`${why}: nothing here says that others reach it.`)
})

test('a target elsewhere is not', () => {
  const titles = marksOf(certificateOf('test', 'https://pay.example.com')).map(({ title }) => title)
  expect(titles).not.toContain('local')
})

test('the page of a run that nobody signed speaks of no key and no signer', () => {
  const page = htmlCertificate(certificateOf('test', 'https://pay.example.com'))
  expect(page).toContain('With it, offline, and with assay-conformance 0.1.0:')
  expect(page).not.toContain('public key of whoever signed')
  expect(page).not.toContain("the signer's word")
  expect(page).toContain('It holds where the chain is whole,')
})

test('requirements are counted by verdict, one of them in the singular', () => {
  expect(countsText({ pass: 12, fail: 1, warn: 2, noted: 1 })).toBe('1 broken promise, 2 warnings, 12 kept, 1 noted')
})
