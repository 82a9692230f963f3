/** `2026-11-22 15:03`, by the clock of whoever reads it. */
export function minuteOf(instant: string): string {
  const at = new Date(instant)
  const two = (many: number): string => String(many).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
