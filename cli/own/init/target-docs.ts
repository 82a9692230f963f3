import type { JsonSchema } from '../../../kit/schema/schema.ts'
import { targetFileSchemaOf } from '../../../kit/target/file/schema.ts'
import { sections } from '../services.ts'

const HEAD = `# The target file

A deployment under test: where it is, what it has, and what a run may do to it. It is written in YAML, JSON or TypeScript (a default export; Node 22.18 or newer) and named with \`--config\`, or lies in the working folder as \`assay.config.yaml\`, \`.yml\`, \`.json\` or \`.ts\`. \`assay init\` writes one from what the service answers, from questions or from flags; \`assay schema target\` prints its JSON Schema, for editors:

\`\`\`yaml
# yaml-language-server: $schema=./target.schema.json
\`\`\`

- \`\${NAME}\` stands for the environment variable NAME, \`\${NAME:-default}\` for it or a default, \`$\${\` for a plain \`\${\`. Variables that are missing are all named at once. Secrets that are worth something are written in no other way (\`serve\` writes those of its sandbox as they are); their values appear in no output.
- A variable that the environment has not got is taken from \`.env\` in the working folder (\`--dotenv\` names another file, \`--no-dotenv\` reads none).
- A member of the top level may be a path, \`payment.outcomes.declined: …\` or \`payment.keys.live[1]: …\`: so a line that a report proposes is pasted as it is, in any order and beside what the file says already. Two places that say different things of one member are refused; what says that there is none (\`false\`, 0, an empty text) gives way to a line that says more, and a line whose comment ends with \`in place of 60\` replaces what it names. \`…\` in a pasted line is for its author to replace; until then a note says so.
- \`receiver\` is short for \`paymentReceiver\` (told by \`signingKey\`) or \`messagingReceiver\` (told by \`secret\`), or holds both as \`payment\` and \`messaging\`; it goes together with lines of the long form, which are those that a report proposes. [receivers.md](receivers.md) says how receivers are judged.
- A phone number is a text: without quotes YAML reads a number, and the file is refused. One that one-time passwords go to is digits alone, those of the country code first.
- An unknown member is refused, with the nearest known one.
- What a file does not claim is not exercised, and the report says with which line it would be. Its valid keys, the access token and the conversation are asked after first: one that the target denies is told in the notes of the report, with whose mistake it is. Of the other things that it names the judgement says, where one is denied, which place in the file may be mistaken. A key, a recipient of one fate or a conversation that is named twice counts once, and a note says so.

## How an outcome is brought about

The documents do not say how a payment comes to be declined or expired; a recipe does, in one of four ways, or in several of them, in this order:

- \`with\`: members that join the request.
- \`call\`: an HTTP call after the creation; anything but a 2xx blocks. The host of the target is called as \`network\` says, others directly; redirects within one origin are followed. An id of the target is one segment of its path, percent-encoded; one that would lead elsewhere blocks.
- \`run\`: a command in the folder of the file; anything but 0 blocks. It ends with all that it started, and with the run; what has to stay is started with \`setsid\`. An id of the target stands in it only where it is a plain word (a letter or digit, then letters, digits and \`: . + - _\`): else the recipe blocks.
- \`ask\`: a person at the terminal, who presses Enter when it is done. In CI the requirement is left unexercised, and said so.

\`{id}\`, \`{reference}\` and \`{phone}\` are replaced. Calls, commands and answers of a person stand in the report as steps.

## What a run may do

Production is only read, unless \`allow\` names a budget; elsewhere than on this machine nothing is paid or sent without one. The budget holds where requests are sent, whatever a check says of itself: payments, messages, events to a receiver, the largest amount, the merchant profile, and phone numbers, of which only those are called that the file names. Every request counts whose answer does not show that it made nothing: a 5xx, a connection that broke and a time-out count as what was carried out does.

## Members

`

/** The reference of the target file as Markdown, made of its schema. */
export function targetDocs(): string {
  return `${HEAD}${membersOf(targetFileSchemaOf(sections), '').join('\n')}\n`
}

function membersOf(schema: JsonSchema, path: string): string[] {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, own]) => {
      const place = path === '' ? name : `${path}.${name}`
      const isGroup = own.properties !== undefined && !isRecipe(own) && !isCall(own)
      const below = isGroup ? membersOf(own, place) : []
      const facts = [kindOf(own), required.includes(name) ? 'required' : '', defaultOf(own)].filter(
        (each) => each !== '',
      )
      return [`- \`${place}\` (${facts.join(', ')}): ${own.description ?? ''}${exampleOf(own)}`, ...below]
    })
}

const isRecipe = ({ properties = {} }: JsonSchema): boolean => 'with' in properties && 'ask' in properties
const isCall = ({ properties = {} }: JsonSchema): boolean => 'url' in properties && 'method' in properties

function kindOf(schema: JsonSchema): string {
  if (isRecipe(schema)) return 'recipe'
  if (isCall(schema)) return 'HTTP call'
  if (schema.enum !== undefined) return schema.enum.join(' or ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(kindOf).join(' or ')
  if (typeof schema.additionalProperties === 'object') return `${kindOf(schema.additionalProperties)} by name`
  const kinds = {
    object: 'object',
    array: 'list',
    string: 'text',
    number: 'number',
    integer: 'whole number',
    boolean: 'true or false',
  }
  return kinds[schema.type ?? 'object']
}

const defaultOf = ({ default: value }: JsonSchema): string =>
  value === undefined ? '' : `\`${JSON.stringify(value)}\` when absent`

const exampleOf = ({ examples: [example] = [], default: value }: JsonSchema): string =>
  example === undefined || example === value ? '' : ` Such as \`${JSON.stringify(example)}\`.`
