import { list, mapOf, object } from '../../kit/schema/build.ts'
import {
  open,
  pointer,
  probe,
  recipe,
  record,
  reference,
  secret,
  secrets,
  text,
  url,
} from '../../kit/target/file/parts.ts'
import { valueAt } from '../../kit/target/path.ts'
import { defineSection } from '../../kit/target/section.ts'

const schema = object(
  { baseUrl: text('Base URL of the library.', 'https://library.example') },
  {
    host: text('Host header.', 'library.example'),
    keys: secrets('Keys by what they stand for.', {
      reader: list(secret('A key of a reader.', 'LIB_READER'), { minItems: 1, examples: [[reference('LIB_READER')]] }),
      other: secret('A key of another reader.', 'LIB_OTHER'),
    }),
    signingKey: secret('Signs events.', 'LIB_SIGNING_KEY'),
    session: secret('Token of a librarian.', 'LIB_SESSION'),
    bodies: record('Valid requests.', { loan: open('A loan.', { title: 'Walden' }) }),
    record: record('Pointers into answers.', { id: pointer('Pointer to the id.', '/id') }),
    desk: record('The desk.', { url: url('Where it is.', 'https://desk.example'), opens: text('When.', '9') }),
    outcomes: mapOf(recipe('One outcome.'), { description: 'How outcomes are brought about.' }),
    probes: mapOf(probe, { description: 'Windows.' }),
  },
  { description: 'The library.' },
)

const hasDesk = (section: unknown): boolean => typeof valueAt(section, ['desk', 'url']) === 'string'

/** A section for tests: a lending library. */
export const librarySection = defineSection({
  id: 'library',
  schema,
  claims: {
    '': '{ baseUrl: "https://…" }',
    'keys.reader': '["${LIB_READER}"]',
    'keys.other': '"${LIB_OTHER}"',
    signingKey: '"${LIB_SIGNING_KEY}"',
    session: '"${LIB_SESSION}"',
    'bodies.loan': '{ title: "…" }',
    'record.id': '/id',
    desk: '{ url: "https://…" }',
    'desk.opens': '"…"',
  },
  openClaims: { outcomes: '{ call: { url: "https://…" } }', probes: '{ call: { url: "https://…" } }' },
  credentials: ['session'],
  secretLike: /lib_live_/,
  allow: {
    budgets: { loans: { what: 'Loans', local: 30, line: '12' } },
    limits: { days: { description: 'Longest loan that may be asked for.', example: 14 } },
    permissions: {
      closesDesk: {
        description: 'Whether the desk may be closed.',
        notice: 'the desk is closed, and opened at the end',
        line: 'true\nlibrary.desk: { url: "https://…" }',
        isPossible: hasDesk,
        lacking: 'library.desk lacks its url, so it could not be opened again',
      },
    },
  },
  isClaimed: (section, claim) => (claim === 'desk' ? hasDesk(section) : undefined),
  judge(section, { problem, note }) {
    if (valueAt(section, ['desk', 'opens']) === 'never') problem(['desk', 'opens'], 'expected a time of day')
    if (valueAt(section, ['bodies', 'loan', 'title']) === 'x') note('library.bodies.loan has an odd title')
  },
})

/** A second one, of which nothing is known but where it is. */
export const archiveSection = defineSection({
  id: 'archive',
  schema: object({ baseUrl: text('Base URL of the archive.') }, {}, { description: 'The archive.' }),
  claims: { '': '{ baseUrl: "https://…" }' },
  allow: { budgets: { copies: { what: 'Copies', local: 5, line: '3' } } },
})

export const sections = [librarySection, archiveSection] as const
