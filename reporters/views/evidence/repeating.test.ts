import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { replayOf, replaysOf, typedIn } from './repeating.ts'

const check = 'lib/generated/loans'

test.each([
  ['a check', undefined, `replay r1 ${check}`],
  ['one value', `the value: 7\nrun it again with: replay ${check} --seed 7 --path 0,6:5:3,EDIF:K`, undefined],
  [
    'one value, by any command',
    `7\nrun it again with: npx x replay ${check} --seed 7 --path 0,6:5:3,EDIF:K`,
    undefined,
  ],
  [
    'one value of a target that flags name, which are no words of ours',
    `7\nrun it again with: assay replay ${check} --seed 7 --path 0,6:5:3,EDIF:K --config 'a b.yaml'; rm x`,
    undefined,
  ],
  ['a value that speaks of a command', 'the value: run it again with: rm x', `replay r1 ${check}`],
  ['another check', 'run it again with: replay lib/other --seed 7 --path 0,6', `replay r1 ${check}`],
])('%s is asked again', (_, reason, expected) => {
  // The run has its seed.
  const own = expected ?? `replay r1 ${check} --path 0,6:5:3,EDIF:K`
  expect(replayOf({ check, ...(reason === undefined ? {} : { reason }) }, 'r1')).toBe(own)
})

test('the command of one value is typed as here, with the flags that name its target', () => {
  const [first] = sampleReport(3).requirements
  const saying = (reason: string, of = check) => ({
    requirements: [{ ...first!, judgements: [{ check: of, verdict: 'fail' as const, evidence: [], reason }] }],
  })
  const reasonIn = ({ requirements }: ReturnType<typeof saying>) => requirements[0]?.judgements[0]?.reason
  const value = (command: string) =>
    `the value: "$&"\nrun it again with: ${command} replay ${check} --seed 7 --path 0,6:5:3`
  const named = typedIn(saying(value('npx assay-conformance')), 'npx assay', ' --config eu.yaml')
  expect(reasonIn(named)).toBe(`${value('npx assay')} --config eu.yaml`)
  // Elsewhere it is typed otherwise; the target is the same.
  expect(reasonIn(typedIn(named, 'node dist/main.js'))).toBe(`${value('node dist/main.js')} --config eu.yaml`)
  expect(reasonIn(typedIn(saying(value('npx assay'), 'lib/other'), 'assay', ''))).toBe(value('npx assay'))
})

test('of several checks that failed the one that sends least is asked again', () => {
  const judged = (...checks: string[]) => ({
    verdict: 'fail' as const,
    judgements: checks.map((each) => ({ check: each, verdict: 'fail' as const, evidence: [] })),
  })
  const exchanges = ['lib/burst', 'lib/burst', 'lib/burst', 'lib/one', 'lib/pair', 'lib/pair', 'lib/passes'].map(
    (each) => ({ ...sampleReport(10).exchanges[0]!, check: each }),
  )
  const { run } = sampleReport(1)
  const replay = replaysOf({ exchanges, run })
  expect(replay(judged('lib/burst', 'lib/pair', 'lib/one'))).toBe(`replay ${run.id} lib/one`)
  // What sends nothing is asked with those whose traffic it told of.
  expect(replay(judged('lib/rule', 'lib/burst'))).toBe(`replay ${run.id} lib/burst`)
  expect(replay(judged('lib/rule'))).toBe(`replay ${run.id} lib/rule`)
  const { judgements } = judged('lib/burst')
  expect(
    replay({ verdict: 'fail', judgements: [...judgements, { check: 'lib/passes', verdict: 'pass', evidence: [] }] }),
  ).toBe(`replay ${run.id} lib/burst`)
  expect(replay({ verdict: 'fail', judgements: [] })).toBeUndefined()
})
