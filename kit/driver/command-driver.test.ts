import { afterEach, expect, test } from 'vitest'
import { CommandDriver } from './command-driver.ts'
import type { Asked } from './protocol.ts'

const NODE = JSON.stringify(process.execPath)
const node = (script: string): string => `exec ${NODE} -e '${script}'`

/** Answers every line, and lives on. */
const LONG_LIVED = node(
  'require("readline").createInterface({input:process.stdin}).on("line",l=>{const a=JSON.parse(l);console.log(JSON.stringify({ok:true,result:{pid:process.pid,of:a.input.n}}))})',
)
/** Answers one line, and ends. */
const ONE_LINE = node(
  'require("readline").createInterface({input:process.stdin}).once("line",l=>{console.log(JSON.stringify({ok:true,result:JSON.parse(l).input.n}));process.exit()})',
)
/** Reads its input to the end. */
const TO_THE_END = node(
  'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>console.log(JSON.stringify({ok:true,result:[JSON.parse(t).input.n,process.env.ASSAY_OPERATION]})))',
)
/** Answers in another order than it was asked. */
const SEVERAL = node(
  'const w=[];require("readline").createInterface({input:process.stdin}).on("line",l=>{const a=JSON.parse(l);if(a.input.n===0){console.log(JSON.stringify({id:a.id,several:true,ok:true}));return}w.push(a);if(w.length===2)for(const b of w.reverse())console.log(JSON.stringify({id:b.id,ok:true,result:b.input.n}))})',
)

const PATIENCE_MS = 20_000
const { signal } = new AbortController()
const open: CommandDriver[] = []

function driver(command: string, more: { once?: boolean; processes?: number } = {}): CommandDriver {
  const made = new CommandDriver({ command, folder: undefined, once: false, processes: 4, ...more })
  open.push(made)
  return made
}

const asked = (n: number): Asked => ({
  id: `q${n}`,
  operation: 'create',
  baseUrl: 'http://127.0.0.1:9',
  input: { n },
  timeScale: 1,
})

const resultOf = async (from: CommandDriver, n: number, withinMs = PATIENCE_MS): Promise<unknown> =>
  (await from.ask(asked(n), withinMs, signal)).told.result

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

test('a process that lives on is asked again, and ends with the driver', async () => {
  const own = driver(LONG_LIVED, { processes: 1 })
  const first = (await resultOf(own, 1)) as { pid: number; of: number }
  expect(await resultOf(own, 2)).toEqual({ pid: first.pid, of: 2 })
  expect(isThere(first.pid)).toBe(true)
  await own.close()
  expect(isThere(first.pid)).toBe(false)
})

test('operations at once have processes at once, and no more than are allowed', async () => {
  const own = driver(LONG_LIVED, { processes: 2 })
  const found = await Promise.all([1, 2, 3, 4].map((n) => resultOf(own, n)))
  const pids = new Set(found.map((each) => (each as { pid: number }).pid))
  expect(found.map((each) => (each as { of: number }).of)).toEqual([1, 2, 3, 4])
  expect(pids.size).toBe(2)
})

test('one that ends after its answer is followed by another', async () => {
  const own = driver(ONE_LINE, { processes: 1 })
  expect(await resultOf(own, 1)).toBe(1)
  expect(await resultOf(own, 2)).toBe(2)
})

test('one that reads to the end has its line to itself, in its environment too', async () => {
  expect(await resultOf(driver(TO_THE_END, { once: true }), 7)).toEqual([7, 'create'])
})

test('one that takes several says so, and is told apart by the ids', async () => {
  const own = driver(SEVERAL, { processes: 1 })
  await own.ask(asked(0), PATIENCE_MS, signal)
  expect(await Promise.all([resultOf(own, 1), resultOf(own, 2)])).toEqual([1, 2])
})

test.each([
  ['dies', node('console.error("no such module");process.exit(3)'), 'the driver gave no answer: no such module'],
  ['ends without a word', 'exit 3', 'the driver gave no answer: it ended with 3'],
  [
    'logs on its output',
    'echo starting; sleep 60',
    'the driver said "starting" on its standard output, which is no JSON',
  ],
  ['says something else', 'echo "{\\"status\\": 1}"; sleep 60', 'which has no member ok'],
  [
    'fills its output',
    node(
      'const s="x".repeat(65536);(function more(){while(process.stdout.write(s));process.stdout.once("drain",more)})()',
    ),
    'without a line feed on its standard output',
  ],
])('one that %s is told so', async (_, command, told) => {
  await expect(driver(command).ask(asked(1), PATIENCE_MS, signal)).rejects.toThrow(told)
})

test('one that hangs is ended with what it started, and the next operation has another', async () => {
  const own = driver('sleep 600 & sleep 600', { processes: 1 })
  await expect(own.ask(asked(1), 100, signal)).rejects.toThrow('the driver gave no answer within 0.1 s')
  await expect(own.ask(asked(2), 100, signal)).rejects.toThrow('the driver gave no answer within 0.1 s')
})

test('a run that is stopped waits for nobody', async () => {
  const stop = new AbortController()
  const own = driver('sleep 600')
  const going = own.ask(asked(1), PATIENCE_MS, stop.signal)
  stop.abort()
  await expect(going).rejects.toThrow('the run was stopped')
  await expect(own.ask(asked(2), PATIENCE_MS, stop.signal)).rejects.toThrow('the run was stopped')
})
