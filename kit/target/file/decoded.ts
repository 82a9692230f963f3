/** Two bytes that say in which order those of UTF-16 stand. */
const MARKS = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

/** The text of a file as editors and shells write it: UTF-8 with or without a byte order mark, or UTF-16 with one. */
export function decoded(bytes: Uint8Array): string {
  const [, , encoding = 'utf-8'] = MARKS.find(([first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  return new TextDecoder(encoding).decode(bytes)
}
