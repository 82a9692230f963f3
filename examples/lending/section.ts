import { defineSection, field } from 'assay-conformance/kit'

/** Copies that the checks take turns with: none is asked for twice at the same time. */
export const COPIES = 8

const schema = field.object(
  { baseUrl: field.text('Absolute http or https URL of the branch.', 'https://library.staging.example') },
  {
    host: field.text("Host header to send where it differs from the base URL's.", 'library.example'),
    keys: field.secrets('Keys of members who have no loan.', {
      member: field.secret('A member.', 'LIBRARY_KEY'),
      other: field.secret('Another member.', 'LIBRARY_KEY_OTHER'),
      third: field.secret('A third one, whose rate is tried.', 'LIBRARY_KEY_THIRD'),
    }),
    signingSecret: field.secret('The signing secret of the branch.', 'LIBRARY_SIGNING_SECRET'),
    copies: field.list(field.text('A copy.', 'walden-1'), {
      minItems: COPIES,
      description: 'Copies on the shelf that nobody but the run borrows while it lasts.',
      examples: [Array.from({ length: COPIES }, (_, index) => `test-${index + 1}`)],
    }),
  },
  { description: 'The lending library.' },
)

/** The section `library` of the target file: what may stand in it, what it claims, what a run may spend because of it. */
export const librarySection = defineSection({
  id: 'library',
  schema,
  claims: {
    '': '{ baseUrl: "https://example.com/…" }',
    'keys.member': '"${LIBRARY_KEY}"',
    'keys.other': '"${LIBRARY_KEY_OTHER}"',
    'keys.third': '"${LIBRARY_KEY_THIRD}"',
    signingSecret: '"${LIBRARY_SIGNING_SECRET}"',
    copies: '["…", "…", "…", "…", "…", "…", "…", "…"]',
  },
  allow: { budgets: { loans: { what: 'Loans', local: 40, line: '20' } } },
})
