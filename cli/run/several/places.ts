import { statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../usage-error.ts'
import { FORMAT_NAMES, type Format, STDOUT } from '../output/destinations.ts'
import type { RunFlags } from '../terms/run-flags.ts'
import type { NamedConfig } from './configs.ts'

/** Stands for the name of a target file in paths. */
const NAME = '{name}'

const EXTENSIONS: Readonly<Record<Format, string>> = {
  json: '.json',
  html: '.html',
  junit: '.xml',
  markdown: '.md',
  ctrf: '.ctrf.json',
  sarif: '.sarif',
  har: '.har',
}

const BUNDLE = '.assay-bundle.jsonl'

/** Flags that have to name one file for each target, and those that may. */
const READ = ['baseline', 'dotenv', 'deliveries'] as const

/**
 * The flags of a run of one target among several: what is written goes into a folder, or where a pattern with `{name}`
 * says; what is read is one file for all, or follows the pattern.
 * @throws UsageError where several would write to one file, or read one that is of one target alone
 */
export function flagsFor(flags: RunFlags, { name, path }: NamedConfig): RunFlags {
  const put = (flag: string, place: string, extension: string): string => {
    if (place === STDOUT)
      throw new UsageError(
        `--${flag} -: several targets, a pattern or --matrix make one report each; name a folder, or a pattern such as reports/${NAME}${extension}`,
      )
    const made = isFolder(place) ? join(place, `${name}${extension}`) : place.replaceAll(NAME, name)
    if (made === place)
      throw new UsageError(
        `--${flag} ${place}: several targets, a pattern or --matrix make one report each; name a folder (${place}/), or a pattern such as ${withName(place)}`,
      )
    return made
  }
  const written = FORMAT_NAMES.flatMap((format) => {
    const place = flags[format]
    return place === undefined ? [] : [[format, put(format, place, EXTENSIONS[format])] as const]
  })
  if (flags.deliveries !== undefined && !flags.deliveries.includes(NAME))
    throw new UsageError(
      `--deliveries ${flags.deliveries}: holds the webhooks of one target; name a pattern such as ${withName(flags.deliveries)}`,
    )
  const read = READ.flatMap((flag) => {
    const place = flags[flag]
    return typeof place === 'string' ? [[flag, place.replaceAll(NAME, name)] as const] : []
  })
  const { allure, bundle } = flags
  return {
    ...flags,
    config: path,
    ...Object.fromEntries([...written, ...read]),
    ...(allure === undefined ? {} : { allure: put('allure', allure, '') }),
    ...(flags.certify === true || bundle !== undefined
      ? { bundle: put('bundle', bundle ?? `${NAME}${BUNDLE}`, BUNDLE) }
      : {}),
  }
}

/** `reports/a.html` as a pattern: `reports/a-{name}.html`. */
const withName = (place: string): string => place.replace(/(\.\w+)?$/, (extension) => `-${NAME}${extension}`)

function isFolder(place: string): boolean {
  if (place.includes(NAME)) return false
  return /[/\\]$/.test(place) || statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
}
