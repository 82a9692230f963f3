import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createViteServer } from 'vitest/node'
import { importersIn, isTest } from './imports.mjs'

/** What each service is proved by: its tables of flaws, the proofs that seed them, and those that leave variants alone. */
const SERVICES = {
  payment: {
    flaws: ['reference/payment/flaws.ts', 'paymentFlaws'],
    kills: 'tests/proofs/payment-kills.test.ts',
    greens: ['tests/proofs/payment-greens.test.ts', 'tests/proofs/unclaimed.test.ts'],
  },
  messaging: {
    flaws: ['reference/messaging/flaws.ts', 'messagingFlaws'],
    kills: 'tests/proofs/messaging-kills.test.ts',
    greens: ['tests/proofs/messaging-greens.test.ts', 'tests/proofs/unclaimed.test.ts'],
  },
  'payment/generated': {
    flaws: ['reference/payment/flaws/rare/rare.ts', 'rarePaymentFlaws'],
    kills: 'tests/proofs/payment-generated-kills.test.ts',
    greens: ['tests/proofs/generated-greens.test.ts'],
  },
  'messaging/generated': {
    flaws: ['reference/messaging/index.ts', 'rareMessagingFlaws'],
    kills: 'tests/proofs/messaging-generated-kills.test.ts',
    greens: ['tests/proofs/generated-greens.test.ts'],
  },
  'payment/receiver': { whole: ['tests/proofs/payment-receiver.test.ts'] },
  'messaging/receiver': { whole: ['tests/proofs/messaging-receiver.test.ts'] },
  'payment/caller': { whole: ['tests/proofs/payment-caller.test.ts'] },
  'messaging/caller': { whole: ['tests/proofs/messaging-caller.test.ts'] },
}

/** Tests beside the code that are over in a moment, whatever they import. */
const UNITS = /^(suites|generators|kit\/match)\/.*\.test\.ts$/

/** Rooms of suites that a general one serves alike: each of its parties is a service of its own. */
function serviceOf(file) {
  const [, which, room] = file.split('/')
  const own = `${which}/${room}`
  return own in SERVICES ? own : which
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Modules of the sources, evaluated. */
async function modulesOf(root) {
  const server = await createViteServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  return { load: (file) => server.ssrLoadModule(`/${file}`), close: () => server.close() }
}

const isCheck = (value) => Array.isArray(value?.covers) && typeof value.run === 'function'

/** What is judged first: a service without a flaw. */
const FAITHFUL = '\\bfaithful\\b'

/** What costs nothing and sees every check. */
const HOUSE = { file: 'tests/house/catalogue.test.ts', turn: 0 }

/** Letters between a change and the name of a requirement that it surely has to do with. */
const BESIDE = 1500
/** How many files on the way from a change to the checks are looked at before all of them. */
const NEAREST = 4

/**
 * Which tests would notice a change, in turns: those beside the code with the faithful service and the flaws that break
 * what is judged beside the change, the flaws that break what the nearest checks judge, the variants, and the flaws that
 * break what any check judges in which the file has a part.
 */
export async function proofsOf(root) {
  const importers = importersIn(root)
  const modules = await modulesOf(root)
  const flaws = {}
  for (const [name, { flaws: table }] of Object.entries(SERVICES))
    if (table !== undefined) flaws[name] = Object.entries((await modules.load(table[0]))[table[1]])

  /** Requirements and names of the checks that a module holds. */
  const known = new Map()
  const checksIn = async (file) => {
    if (known.has(file)) return known.get(file)
    const exported = Object.values(await modules.load(file)).flat()
    known.set(file, exported.filter(isCheck))
    return known.get(file)
  }

  /** What checks judge in which files have a part, by service. */
  const judgedIn = async (files) => {
    const judged = {}
    for (const file of files) {
      const name = serviceOf(file)
      if (!(name in SERVICES)) continue
      judged[name] ??= new Set()
      // An index holds them all, whoever has a part in which.
      if (file.endsWith('index.ts')) continue
      for (const { covers, id } of await checksIn(file)) for (const each of [...covers, id]) judged[name].add(each)
    }
    return judged
  }

  const of = async ({ file, from }) => {
    const reached = [...importers(file)]
    const suites = reached.filter((each) => each.startsWith('suites/') && !isTest(each))
    const judged = await judgedIn(suites)
    const near = await judgedIn(suites.slice(0, NEAREST))
    const beside = namedBeside(readFileSync(join(root, file), 'utf8'), from)
    const tests = Object.entries(judged).flatMap(([name, ids]) =>
      testsOf(SERVICES[name], flaws[name] ?? [], [beside, near[name] ?? new Set(), ids]),
    )
    const units = reached.filter((each) => UNITS.test(each)).map((each) => ({ file: each, turn: 0 }))
    // A file that two services share runs once: the second time nothing would be found in it.
    const all = [...new Map([...units, HOUSE, ...tests].map((each) => [JSON.stringify(each), each])).values()]
    return [0, 1, 2, 3].map((wanted) => all.filter(({ turn }) => turn === wanted)).filter((turn) => turn.length > 0)
  }
  return { of, importers, close: () => modules.close() }
}

/** Requirements that a source names not far from a place. */
const namedBeside = (source, place) =>
  new Set(
    [...source.matchAll(/'((?:pay|msg)[\w-]*\.[\w.-]+)'/g)]
      .filter(({ index }) => Math.abs(index - place) < BESIDE)
      .map(([, id]) => id),
  )

/** @param judged requirements, from those that are named beside a change to all that it may have a part in */
function testsOf({ whole, kills, greens }, flaws, [beside, near, all]) {
  if (whole !== undefined) return whole.map((file) => ({ file, turn: 0 }))
  const breaking = (judged, known) =>
    flaws.flatMap(([name, { breaks, foundBy }]) =>
      (foundBy ? [foundBy] : breaks).some((id) => judged.has(id)) && !known.includes(name) ? [name] : [],
    )
  const first = breaking(beside, [])
  const nearer = breaking(near, first)
  const farther = breaking(all, [...first, ...nearer])
  const seeded = (names, turn) =>
    names.length === 0 ? [] : [{ file: kills, pattern: `^every .* (${names.map(escaped).join('|')})$`, turn }]
  return [
    ...greens.map((file) => ({ file, pattern: FAITHFUL, turn: 0 })),
    ...seeded(first, 0),
    ...seeded(nearer, 1),
    ...greens.map((file) => ({ file, turn: 2 })),
    ...seeded(farther, 3),
  ]
}
