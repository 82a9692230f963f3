/** ` --config staging.yaml`, each flag behind a blank; what a shell would take apart stands between quotes. */
export function flagsText(flags: Readonly<Record<string, unknown>>): string {
  const quoted = (value: unknown): string => {
    const text = String(value)
    return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
  }
  const named = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return Object.entries(flags)
    .flatMap(([name, value]) =>
      [value].flat().map((each) => ` ${named(name)}${each === true ? '' : ` ${quoted(each)}`}`),
    )
    .join('')
}
