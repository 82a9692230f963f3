import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Description } from './contract.ts'

/** The build makes JSON of the descriptions: it is read in a tenth of the time. */
const isBuilt = import.meta.url.endsWith('.js')

/**
 * Reads the OpenAPI description beside a contract, once.
 * @param folder URL of the folder that holds `openapi.yaml`
 * @throws Error where the file cannot be read or is malformed
 */
export function descriptionIn(folder: URL): () => Description {
  let known: Description | undefined
  return () => {
    known ??= read(folder)
    return known
  }
}

function read(folder: URL): Description {
  const text = readFileSync(new URL(`openapi.${isBuilt ? 'json' : 'yaml'}`, folder), 'utf8')
  return isBuilt ? JSON.parse(text) : parse(text)
}
