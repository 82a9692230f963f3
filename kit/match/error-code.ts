import { valueAt } from './pointer.ts'

/** Where bodies of errors carry their code. */
const PLACES = ['/error_code', '/error/code', '/errors/0/code']

/** The code of an error by its body; undefined where it carries none. */
export function errorCodeIn(body: unknown): string | undefined {
  const code = PLACES.map((place) => valueAt(body, place)).find((each) => each !== undefined && each !== null)
  return typeof code === 'string' ? code : undefined
}
