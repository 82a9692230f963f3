import { test } from 'vitest'
import { assay } from '../../cli/own/in-vitest.ts'
import { sections } from '../../cli/own/services.ts'
import { loadTargetFile } from '../../kit/target/file/load.ts'

/** Registers the checks of one service against the target that ASSAY_CONFIG names, else the embedded reference. */
export async function conform(service: string, only: string): Promise<void> {
  const { ASSAY_CONFIG: config } = process.env
  if (config === undefined) return assay({ only: [only] })
  const { file } = await loadTargetFile(config, process.env, sections)
  if (file[service] !== undefined) return assay({ config, only: [only] })
  test.skip(`${config} names no ${service} service`)
}
