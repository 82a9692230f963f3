import { conformance } from 'assay-conformance/kit/vitest'
import { afterAll } from 'vitest'
import { startLibrary } from './reference/index.ts'
import { librarySuite } from './suite.ts'

/** The library that `LIBRARY_CONFIG` describes, else the reference: one test for each check. */
const config = process.env.LIBRARY_CONFIG
const reference = config === undefined ? await startLibrary({ timeScale: 10 }) : undefined
afterAll(() => reference?.close())

await conformance({ suites: [librarySuite], target: config ?? reference?.targetFile() ?? {} })
