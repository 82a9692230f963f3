const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** The ids in a text as they stand there, in their order. */
export const idsIn = (text: string): readonly string[] => text.match(ID) ?? []

/** The same in small letters: services write them either way. */
export const lowerIdsIn = (text: string): readonly string[] => idsIn(text).map((id) => id.toLowerCase())
