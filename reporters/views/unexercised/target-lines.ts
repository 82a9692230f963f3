/** Lines for the target file, told behind other words: one in the same line, several each in a line of its own. */
export function addition(line: string): string {
  // What is asked with another flag alone has that flag for a line.
  if (line.startsWith('--')) return `asked with ${line}`
  const isMany = line.includes('\n')
  return `add to the target file:${isMany ? '\n' : ' '}${line}`
}
