// Runs tests of a checkout, turn by turn in one worker, until one is red, and writes a line for each that is over: who
// waits hears from it while anything goes on. The turns come as JSON on the standard input.
import { text } from 'node:stream/consumers'
import { createVitest } from 'vitest/node'

const { turns } = JSON.parse(await text(process.stdin))
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

class InOrder {
  sort(files) {
    return files
  }
  shard(files) {
    return files
  }
}

function failed(test, file, { message }) {
  say({ test, file, state: 'failed', message: String(message).slice(0, 500) })
  process.exit(0)
}

const reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'failed') failed(test.fullName, test.module.relativeModuleId, errors[0])
    if (state === 'passed') say({ test: test.fullName, state })
  },
  onTestSuiteResult(suite) {
    for (const error of suite.errors()) failed(suite.fullName, suite.module.relativeModuleId, error)
  },
  onTestModuleEnd(module) {
    for (const error of module.errors()) failed('loading', module.relativeModuleId, error)
  },
}

const vitest = await createVitest(
  'test',
  {
    watch: false,
    project: ['own'],
    reporters: [reporter],
    bail: 1,
    fileParallelism: false,
    sequence: { sequencer: InOrder },
    // Only the change itself is translated anew.
    experimental: { fsModuleCache: true, fsModuleCachePath: `${process.cwd()}/.translated` },
  },
  {},
)
const [project] = vitest.projects
for (const turn of turns) {
  const specifications = turn.map(({ file, pattern }) =>
    project.createSpecification(
      `${process.cwd()}/${file}`,
      pattern === undefined ? undefined : { testNamePattern: new RegExp(pattern) },
    ),
  )
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const [error] = unhandledErrors
  if (error === undefined) continue
  failed('outside of tests', undefined, error)
}
say({ over: true })
process.exit(0)
