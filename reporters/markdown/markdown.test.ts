import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { markdownReport } from './markdown.ts'

test('names the variables of the commands that it shows, and no others', () => {
  const report = sampleReport(60)
  const [first] = report.requirements.filter(({ verdict }) => verdict === 'fail')
  const [judgement] = first?.judgements.filter(({ verdict }) => verdict === 'fail') ?? []
  const [exchange] = report.exchanges
  if (first === undefined || judgement === undefined || exchange === undefined) throw new Error('nothing fails')
  const names = Array.from({ length: 12 }, (_, index) => `KEY_${index}`)
  const exchanges = names.map((name) => ({ ...exchange, id: name, curl: `curl -H "$${name}" http://127.0.0.1/` }))
  const judgements = names.map((name) => ({ ...judgement, subject: name, actual: name, evidence: [name] }))
  const variables = Object.fromEntries(names.map((name) => [name, `the key ${name}`]))
  const text = markdownReport({ ...report, exchanges, variables, requirements: [{ ...first, judgements }] })
  const shown = names.filter((name) => text.includes(`"$${name}"`))
  const named = names.filter((name) => text.includes(`is the key ${name.replaceAll('_', '\\_')}`))
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(names.length)
  expect(named).toEqual(shown)
})
