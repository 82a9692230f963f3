import * as build from '../../schema/build.ts'
import * as parts from './parts.ts'

/** What the sections of target files are built of. */
export const field = { ...build, ...parts }
