import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasPerson, TerminalPerson } from './terminal-person.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function terminal() {
  const input = new PassThrough()
  const said: string[] = []
  const waits: (string | undefined)[] = []
  const person = new TerminalPerson(input, { say: (line) => said.push(line), wait: (line) => waits.push(line) })
  return { input, person, said, waits }
}

const question = { recipe: 'failed', text: 'Reject the prompt', withinMs: 90_000 }
const going = (): AbortSignal => new AbortController().signal

/** Lets streams that need no time do what they have to. */
async function streams(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a step that only a person can do', () => {
  test.each([
    ['\n', 'done'],
    ['ok\n', 'done'],
    ['n\n', 'declined'],
    ['No\n', 'declined'],
  ])('%j is %s', async (line, reply) => {
    const { input, person, said, waits } = terminal()
    const answer = person.ask(question, going())
    await streams()
    input.write(line)
    expect(await answer).toBe(reply)
    expect(said).toEqual(['To do (failed): Reject the prompt'])
    expect(waits[0]).toBe('90 s left: Enter when it is done, n and Enter to leave it out')
    expect(waits.at(-1)).toBeUndefined()
  })

  test('shows the time that is left, and ends with it', async () => {
    const { person, waits } = terminal()
    const answer = person.ask(question, going())
    await streams()
    vi.advanceTimersByTime(30_000)
    expect(waits.at(-1)).toMatch(/^60 s left/)
    vi.advanceTimersByTime(60_000)
    expect(await answer).toBe('late')
  })

  test('is asked one at a time', async () => {
    const { input, person, said } = terminal()
    const answers = [person.ask(question, going()), person.ask({ ...question, recipe: 'expired' }, going())]
    await streams()
    expect(said).toHaveLength(1)
    input.write('\n')
    await streams()
    input.write('n\n')
    expect(await Promise.all(answers)).toEqual(['done', 'declined'])
    expect(said[1]).toBe('To do (expired): Reject the prompt')
  })

  test('is given up when the run is stopped, and when the terminal goes', async () => {
    const { input, person } = terminal()
    const stop = new AbortController()
    const stopped = person.ask(question, stop.signal)
    await streams()
    stop.abort()
    expect(await stopped).toBe('absent')
    const gone = person.ask(question, going())
    await streams()
    input.end()
    expect(await gone).toBe('absent')
  })
})

test.each([
  [{ isTTY: true }, { isTTY: true }, {}, true],
  [{ isTTY: true }, { isTTY: true }, { CI: 'true' }, false],
  [{ isTTY: true }, { isTTY: true }, { CI: 'false' }, true],
  [{ isTTY: true }, {}, {}, false],
  [{}, { isTTY: true }, {}, false],
])('somebody is there: %j, %j, %j: %s', (input, output, env, expected) => {
  expect(hasPerson(input as never, output, env)).toBe(expected)
})
