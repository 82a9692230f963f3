import { writeFileSync } from 'node:fs'
import { judge } from 'assay/kit'
import { htmlReport, markdownReport } from 'assay/reporters'
import { librarySuite } from './suite.ts'

const [config = 'assay.config.yaml'] = process.argv.slice(2)
const report = await judge({ suites: [librarySuite], target: config })
writeFileSync('report.html', htmlReport(report))
process.stdout.write(markdownReport(report))
process.exitCode = report.outcome.exitCode
