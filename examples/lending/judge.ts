import { writeFileSync } from 'node:fs'
import { judge } from 'assay/kit'
import { htmlReport, markdownReport } from 'assay/reporters'
import { startLibrary } from './reference/index.ts'
import { librarySuite } from './suite.ts'

/** The library that a target file describes, else the reference. */
const [config] = process.argv.slice(2)
const reference = config === undefined ? await startLibrary({ timeScale: 20 }) : undefined
const report = await judge({ suites: [librarySuite], target: config ?? reference?.targetFile() ?? {} })
await reference?.close()
writeFileSync('report.html', htmlReport(report))
process.stdout.write(markdownReport(report))
process.exitCode = report.outcome.exitCode
