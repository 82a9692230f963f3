/** One line in which a target's bytes cannot steer the terminal. */
export function printable(line: string): string {
  return [...line]
    .map((char) => (char === '\t' || (char >= ' ' && !/[\u007f-\u009f]/.test(char)) ? char : '·'))
    .join('')
}
