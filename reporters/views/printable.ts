/** Control and direction characters, separators of lines that are none here, halves of characters. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
/** What a log of CI takes for a command where a line begins with it: GitHub, GitLab, Travis, Buildkite. */
const LINE_COMMAND = /^(?=\s*(?:::|section_(?:start|end):|travis_(?:fold|time):|(?:---|\+\+\+|~~~|\^\^\^) ))/gm
/** What it takes for one wherever it stands: `##[error]`, `##vso[`, `##teamcity[`. */
const COMMAND = /##(?=[a-z]*\[)/gi

/** A character as a sign of itself. */
function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
}

/** Text whose bytes cannot steer what shows it, nor make it look like another one; its lines and tabs stay. */
export const visible = (text: string): string => text.replace(STEERING, sign)

/**
 * The same for what is read in a terminal or the log of CI: nothing in it is a command there. A dot stands where one
 * would have been.
 */
export const printableText = (text: string): string =>
  visible(text.replaceAll('\r\n', '\n')).replace(LINE_COMMAND, '·').replace(COMMAND, '##·')

/** One line of it. */
export const printable = (line: string): string => printableText(line).replaceAll('\n', '\u240a')

/** JSON of the same value in which nothing steers what shows it. */
export const printableJson = (json: string): string =>
  json.replace(/[\p{Cf}\p{Cs}\x7f-\x9f\u2028\u2029]/gu, escaped).replace(COMMAND, '#\\u0023')

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index)
    return `\\u${unit.toString(16).padStart(4, '0')}`
  }).join('')
