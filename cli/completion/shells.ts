import type { CompletedCommand, CompletedOption } from './words.ts'

/** Shells for which there is a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The script that has a shell complete a command. */
export function completionScript(shell: Shell, name: string, commands: readonly CompletedCommand[]): string {
  const scripts: Readonly<Record<Shell, typeof bash>> = { bash, zsh, fish }
  return `${scripts[shell](name, commands).join('\n')}\n`
}

const names = (options: readonly CompletedOption[]): string =>
  options.flatMap(({ long, short }) => [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]).join(' ')

const isChoice = (value: CompletedOption['value']): value is readonly string[] => Array.isArray(value)

/** A name as that of a function. */
const identifier = (name: string): string => `_${name.replace(/\W/g, '_')}`

function bash(name: string, commands: readonly CompletedCommand[]): string[] {
  const choices = new Map(
    commands.flatMap(({ options }) =>
      options.flatMap(({ long, value }) => (isChoice(value) ? [[long, value.join(' ')] as const] : [])),
    ),
  )
  const texts = [
    ...new Set(
      commands.flatMap(({ options }) => options.flatMap(({ long, value }) => (value === 'text' ? [`--${long}`] : []))),
    ),
  ]
  return [
    `# ${name}: completion for bash`,
    `${identifier(name)}() {`,
    '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    [[ $word != -* ]] && { command=$word; break; }',
    '  done',
    '  case $prev in',
    ...[...choices].map(([long, words]) => `    --${long}) COMPREPLY=($(compgen -W '${words}' -- "$cur")); return ;;`),
    ...(texts.length === 0 ? [] : [`    ${texts.join('|')}) COMPREPLY=(); return ;;`]),
    '  esac',
    '  case $command in',
    `    '') COMPREPLY=($(compgen -W '${commands.map((each) => each.name).join(' ')} help --help --version' -- "$cur")) ;;`,
    ...commands.map(({ name: command, options, choices: first }) => {
      const other = first.length === 0 ? 'compgen -f' : `compgen -W '${first.join(' ')}'`
      return `    ${command}) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '${names(options)}' -- "$cur")); else COMPREPLY=($(${other} -- "$cur")); fi ;;`
    }),
    '  esac',
    '}',
    `complete -o filenames -F ${identifier(name)} ${name}`,
  ]
}

function zsh(name: string, commands: readonly CompletedCommand[]): string[] {
  const inBrackets = (text: string): string => text.replace(/'/g, "'\\''").replace(/[[\]:\\]/g, '\\$&')
  const behind = (value: CompletedOption['value']): string =>
    isChoice(value) ? `:value:(${value.join(' ')})` : { none: '', text: ':value: ', path: ':path:_files' }[value]
  return [
    `#compdef ${name}`,
    `${identifier(name)}() {`,
    '  if (( CURRENT == 2 )); then',
    '    local -a commands=(',
    ...commands.map((each) => `      '${each.name}:${inBrackets(each.description)}'`),
    '    )',
    '    _describe command commands',
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words; (( CURRENT-- ))',
    '  case $command in',
    ...commands.flatMap(({ name: command, options, choices }) => [
      `    ${command})`,
      '      _arguments \\',
      ...options.map(
        ({ long, description, value }) => `        '*--${long}[${inBrackets(description)}]${behind(value)}' \\`,
      ),
      `        '*:argument:${choices.length === 0 ? '_files' : `(${choices.join(' ')})`}'`,
      '      ;;',
    ]),
    '  esac',
    '}',
    `if [[ $funcstack[1] == ${identifier(name)} ]]; then ${identifier(name)} "$@"; else compdef ${identifier(name)} ${name}; fi`,
  ]
}

function fish(name: string, commands: readonly CompletedCommand[]): string[] {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
  const behind = (value: CompletedOption['value']): string =>
    isChoice(value) ? ` -x -a ${quoted(value.join(' '))}` : { none: '', text: ' -x', path: ' -r -F' }[value]
  return [
    `# ${name}: completion for fish`,
    ...commands.flatMap(({ name: command, description, options, choices }) => {
      const seen = quoted(`__fish_seen_subcommand_from ${command}`)
      return [
        `complete -c ${name} -n __fish_use_subcommand -f -a ${command} -d ${quoted(description)}`,
        ...(choices.length === 0 ? [] : [`complete -c ${name} -n ${seen} -f -a ${quoted(choices.join(' '))}`]),
        ...options.map(
          ({ long, short, description: what, value }) =>
            `complete -c ${name} -n ${seen} -l ${long}${short === undefined ? '' : ` -s ${short}`}${behind(value)} -d ${quoted(what)}`,
        ),
      ]
    }),
  ]
}
