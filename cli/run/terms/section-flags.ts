import { abbreviatedIn } from '../../../kit/target/file/shorthand.ts'
import { FLAG_MEMBERS } from '../../../kit/target/reached.ts'
import type { SectionDefinition } from '../../../kit/target/section.ts'
import { UsageError } from '../../usage-error.ts'

/** A flag that says where the party of a section is, or what starts it. */
export interface SectionFlag {
  /** Without the dashes before it: `library-desk`. */
  readonly flag: string
  /** Sections that it may mean. */
  readonly sections: readonly SectionDefinition[]
}

/** The flags of sections: one for each by its id, and one for each short name. */
export const sectionFlags = (sections: readonly SectionDefinition[]): readonly SectionFlag[] => [
  ...sections.map((section) => ({ flag: flagOf(section.id), sections: [section] })),
  ...[...abbreviatedIn(sections)].map(([flag, own]) => ({ flag, sections: own })),
]

/** A flag as it stands among parsed ones: `parking-lot` is `parkingLot`. */
export const memberOf = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The flag of an id: `parkingLot` is `parking-lot`. */
const flagOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * What the flags say of sections, by id, as a target file would; secrets are references.
 * @param named sections that a target file has: a short flag means that one of them
 * @throws UsageError where a short flag may mean several, or a secret that it needs is nowhere
 */
export function sectionsIn(
  flags: object,
  sections: readonly SectionDefinition[],
  env: NodeJS.ProcessEnv,
  named: readonly string[] = [],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const given = new Map(Object.entries(flags))
  const found = sectionFlags(sections).flatMap(({ flag, sections: own }) => {
    const text: unknown = given.get(memberOf(flag))
    if (typeof text !== 'string') return []
    const known = own.filter(({ id }) => named.includes(id))
    return (known.length > 0 ? known : meantBy(flag, own, env)).map((section) => {
      const { id, reached = 'by requests' } = section
      const member = { [FLAG_MEMBERS[reached]]: text }
      return [id, known.length > 0 ? member : { ...member, ...secretsOf(flag, section, env) }] as const
    })
  })
  return Object.fromEntries(found)
}

/** Whether a flag names any section. */
export const namesSection = (flags: object, sections: readonly SectionDefinition[]): boolean => {
  const given = new Map(Object.entries(flags))
  return sectionFlags(sections).some(({ flag }) => typeof given.get(memberOf(flag)) === 'string')
}

/** The sections that a short flag means: those whose secret the environment has; all where none has one. */
function meantBy(
  flag: string,
  own: readonly SectionDefinition[],
  env: NodeJS.ProcessEnv,
): readonly SectionDefinition[] {
  const wanting = own.filter((section) => variablesIn(section).length > 0)
  if (own.length === 1 || wanting.length === 0) return own
  const there = wanting.filter((section) => variablesIn(section).every(({ variable }) => isSet(env, variable)))
  if (there.length === 1) return there
  const variables = wanting.map((section) =>
    variablesIn(section)
      .map(({ variable }) => variable)
      .join(' and '),
  )
  const flags = own.map(({ id }) => `--${flagOf(id)}`).join(' or ')
  throw new UsageError(
    there.length === 0
      ? `--${flag}: set ${variables.join(' or ')}, in the environment or in .env: it is what events are signed with, and says whose they are`
      : `--${flag}: ${variables.join(' and ')} are set, so that it may mean either; name it with ${flags}`,
  )
}

function secretsOf(flag: string, section: SectionDefinition, env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const entries = variablesIn(section).map(({ member, variable }) => {
    if (!isSet(env, variable))
      throw new UsageError(
        `--${flag}: set ${variable}, in the environment or in .env: it is what events are signed with; a target file can name another, or none`,
      )
    return [member, `\${${variable}}`] as const
  })
  return Object.fromEntries(entries)
}

const isSet = (env: NodeJS.ProcessEnv, variable: string): boolean => (env[variable] ?? '') !== ''

/** Members that tell a short form, with the variables that their lines take them from. */
function variablesIn({ shorthand, claims }: SectionDefinition): readonly { member: string; variable: string }[] {
  return (shorthand?.by ?? []).flatMap((member) => {
    const variable = /^"\$\{(\w+)\}"$/.exec(claims[member] ?? '')?.[1]
    return variable === undefined ? [] : [{ member, variable }]
  })
}
