import { type Document, isMap, isScalar } from 'yaml'
import { pathFrom } from '../path.ts'
import { isDotted } from './dotted.ts'

/** How the comment of a line ends that is proposed with more of what a file has already. */
const IN_PLACE_OF = /\bin place of (\S+)\s*$/

/**
 * Takes out of a file what one of its lines says that it stands in place of, where that is what the file has: as a path of the
 * top level or nested.
 * @returns where the keys begin that were there twice for it
 */
export function takenOut(document: Document.Parsed): ReadonlySet<number> {
  const places = new Set<number>()
  const { contents } = document
  if (!isMap(contents)) return places
  for (const pair of [...contents.items]) {
    const { key, value } = pair
    if (!isScalar(key) || typeof key.value !== 'string' || !isDotted(key.value) || !isScalar(value)) continue
    const [, former] = IN_PLACE_OF.exec(value.comment ?? '') ?? []
    if (former === undefined) continue
    const { value: name } = key
    const others = contents.items.filter(
      (each) =>
        each !== pair &&
        isScalar(each.key) &&
        each.key.value === name &&
        isScalar(each.value) &&
        String(each.value.value) === former,
    )
    for (const each of others.length > 0 ? [pair, ...others] : [])
      if (isScalar(each.key)) places.add(each.key.range?.[0] ?? -1)
    contents.items = contents.items.filter((each) => !others.includes(each))
    const way = pathFrom(name)
    if (String(document.getIn(way)) === former) document.deleteIn(way)
  }
  return places
}
