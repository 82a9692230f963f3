/** Things by what they have in common. */
function groups(all, of) {
  const found = new Map()
  for (const each of all) found.set(of(each), [...(found.get(of(each)) ?? []), each])
  return [...found]
}

/** What became of the changes, as a page: how many of each kind were noticed, and by what, and all that were not. */
export function tableOf({ seed, sample: { uncompiled }, mutants }) {
  const many = (state) => mutants.filter((each) => each.state === state).length
  const kinds = groups(mutants, ({ kind }) => kind).map(([kind, some]) => {
    const seen = some.filter(({ state }) => state === 'noticed' || state === 'hung').length
    return `| ${kind} | ${some.length} | ${seen} |`
  })
  const byWhat = groups(
    mutants.filter(({ by }) => by),
    ({ by }) => (by.startsWith('tests/') ? by : 'tests beside the code'),
  )
  const left = mutants.filter(({ state }) => state !== 'noticed' && state !== 'hung')
  const line = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 120)
  return `${[
    `Seed ${seed}: ${mutants.length} changes that compile (${uncompiled} drawn beside them do not).`,
    `Noticed ${many('noticed')}, without an end ${many('hung')}, not noticed ${many('survived')}, without an effect ${many('equivalent')}, a wait or a number of tries ${many('tuning')}, not all tests run ${many('unfinished')}, died ${many('died')}.`,
    '',
    '| change | drawn | noticed |',
    '|---|---|---|',
    ...kinds.toSorted(),
    '',
    '| noticed by | changes |',
    '|---|---|',
    ...byWhat.map(([by, some]) => `| ${by} | ${some.length} |`).toSorted(),
    '',
    '| not noticed | change | |',
    '|---|---|---|',
    ...left.map(
      ({ file, line: at, was, text, state, why }) =>
        `| ${file}:${at} | \`${line(was)}\` → \`${line(text)}\` | ${why ?? state} |`,
    ),
  ].join('\n')}\n`
}
