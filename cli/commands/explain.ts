import { type Assembly, loaded } from '../assembly.ts'
import { checkText, codeText, patternText, requirementText } from '../explain/explanations.ts'
import { type Known, type Subject, subjectOf } from '../explain/subject.ts'

/**
 * Prints everything that is known about a requirement, a check, a code of the error tables, or a list of what a pattern
 * stands for.
 * @throws UsageError for a word that means none of them
 */
export async function explain(word: string, assembly: Assembly): Promise<number> {
  const { services, checks } = await loaded(assembly.suites)
  const known = { contracts: services.map(({ contract }) => contract), checks }
  const lines = await textOf(subjectOf(word, known, assembly.name), known, assembly)
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

function textOf(subject: Subject, known: Known, assembly: Assembly): Promise<string[]> | string[] {
  switch (subject.kind) {
    case 'requirement':
      return requirementText(subject, known, assembly)
    case 'check':
      return checkText(subject, known, assembly)
    case 'code':
      return codeText(subject, known, assembly)
    case 'pattern':
      return patternText(subject, known, assembly)
  }
}
