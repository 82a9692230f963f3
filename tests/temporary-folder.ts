import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds whatever tests write; removed after the last of them. */
    temporaryFolder: string
  }
}

interface Project {
  provide(key: 'temporaryFolder', value: string): void
}

export default function setup(project: Project): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'))
  project.provide('temporaryFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
