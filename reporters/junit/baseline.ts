import { type GatedFailure, isLeftAside, needsAttention, type ReportedBaseline } from '../../kit/report/baseline.ts'
import { entryText, stateText } from '../views/baseline-words.ts'
import type { JunitSuite } from './suite.ts'
import { attributes, escaped } from './xml-text.ts'

/**
 * The entries of a baseline as a suite. One that has to be taken out or agreed on anew fails, as nothing else in a page of
 * tests would say why the gate is closed.
 */
export function baselineSuite({ known }: ReportedBaseline, index: number): JunitSuite {
  return {
    head: {
      name: 'baseline',
      package: 'baseline',
      id: index,
      hostname: 'localhost',
      tests: known.length,
      failures: known.filter(needsAttention).length,
      errors: 0,
      skipped: known.filter(isLeftAside).length,
      time: '0.000',
    },
    cases: known.map(caseOf),
  }
}

function caseOf(entry: GatedFailure): string {
  const { requirement, expires, state } = entry
  const name = `${requirement}: known until ${expires}`
  const head = `    <testcase ${attributes({ name, classname: 'baseline', time: '0.000' })}`
  if (isLeftAside(entry)) return `${head}><skipped ${attributes({ message: stateText(state) })}/></testcase>`
  if (!needsAttention(entry)) return `${head}/>`
  const about = attributes({ message: stateText(state), type: 'baseline' })
  return `${head}><failure ${about}>${escaped(entryText(entry))}</failure></testcase>`
}
