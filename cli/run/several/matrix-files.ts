import { resolve } from 'node:path'
import { htmlMatrix } from '../../../reporters/html/matrix.ts'
import { markdownMatrix } from '../../../reporters/markdown/matrix.ts'
import { printableJson } from '../../../reporters/views/printable.ts'
import type { Matrix } from '../../../reporters/views/runs/matrix.ts'
import { writeWhole } from '../../../reporters/whole-file.ts'
import { UsageError } from '../../usage-error.ts'
import { assertFile, reasonOf } from '../output/report-files.ts'

/** What a matrix can be written as. */
export const MATRIX_FORMATS = {
  html: htmlMatrix,
  markdown: markdownMatrix,
  json: (matrix: Matrix): string => printableJson(`${JSON.stringify(matrix, undefined, 2)}\n`),
} as const satisfies Readonly<Record<string, (matrix: Matrix) => string>>

export type MatrixFormat = keyof typeof MATRIX_FORMATS

export interface MatrixFile {
  /** As it was asked for, with its path. */
  readonly flag: string
  readonly path: string
  readonly format: MatrixFormat
}

const ENDINGS: readonly (readonly [RegExp, MatrixFormat])[] = [
  [/\.html?$/i, 'html'],
  [/\.(md|markdown)$/i, 'markdown'],
  [/\.json$/i, 'json'],
]

/**
 * Files whose names say what is written to them.
 * @throws UsageError for one that does not, and for one that cannot be written
 */
export function matrixFiles(paths: readonly string[]): readonly MatrixFile[] {
  return paths.map((path) => {
    const flag = `--matrix ${path}`
    const [, format] = ENDINGS.find(([ending]) => ending.test(path)) ?? []
    if (format === undefined) throw new UsageError(`${flag}: name a file that ends in .html, .md or .json`)
    assertFile(flag, resolve(path))
    return { flag, path, format }
  })
}

/** Writes a matrix; gives back what could not be written. */
export async function writeMatrix(matrix: Matrix, files: readonly MatrixFile[]): Promise<string[]> {
  const failed: string[] = []
  for (const { flag, path, format } of files) {
    await writeWhole(path, MATRIX_FORMATS[format](matrix)).catch((error: unknown) => {
      failed.push(`${flag} could not be written: ${reasonOf(error)}`)
    })
  }
  return failed
}
