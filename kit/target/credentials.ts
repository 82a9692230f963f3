import type { SectionDefinition } from './section.ts'
import type { Target } from './target.ts'

/** Every key and token that a target names for one service: whatever is sent with one of them may be executed. */
export function credentialsOf(
  { id, credentials = [] }: SectionDefinition,
  { services }: Pick<Target, 'services'>,
): readonly string[] {
  const section = services[id]
  const named = [...Object.values(section?.keys ?? {}).flat(), ...credentials.map((name) => section?.[name])]
  return named.filter((each) => typeof each === 'string' && each !== '') as string[]
}
