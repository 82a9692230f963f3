/** What a tool reports of a subject and not of the flawless reference. */
export const isNew = (lines, known) => lines.filter((line) => !known.has(line))

/** Markdown: a row for each tool, then one for each flaw and variant. */
export function table(tools) {
  const judged = tools.map(({ name, version, runs }) => {
    const flawless = runs.filter(({ flaw, variant }) => flaw === undefined && variant === undefined)
    const knownOf = (service) =>
      new Set(flawless.filter((each) => each.service === service).flatMap(({ lines }) => lines))
    const seen = (run) => isNew(run.lines, knownOf(run.service)).length > 0
    return {
      name,
      version,
      flaws: new Map(runs.filter(({ flaw }) => flaw !== undefined).map((run) => [run.flaw, seen(run)])),
      variants: new Map(runs.filter(({ variant }) => variant !== undefined).map((run) => [run.variant, seen(run)])),
      falseAlarms: knownOf('payment').size + knownOf('messaging').size,
      requests: mean(flawless.map(({ requests }) => requests)),
      seconds: mean(flawless.map(({ seconds }) => seconds)),
      failed: runs.filter(({ trouble }) => trouble !== undefined).length,
    }
  })
  const many = (map) => [...map.values()].filter(Boolean).length
  const flaws = [...(judged[0]?.flaws.keys() ?? [])]
  const variants = [...(judged[0]?.variants.keys() ?? [])]
  return [
    '| tool | version | flaws found | lawful variants accused | false alarms on the flawless reference | requests, per run | seconds, per run |',
    '|---|---|---|---|---|---|---|',
    ...judged.map(
      (each) =>
        `| ${each.name} | ${each.version} | ${many(each.flaws)} of ${each.flaws.size} | ${many(each.variants)} of ${each.variants.size} | ${each.falseAlarms} | ${Math.round(each.requests)} | ${each.seconds.toFixed(1)} |`,
    ),
    '',
    `| flaw | ${judged.map(({ name }) => name).join(' | ')} |`,
    `|---|${judged.map(() => '---').join('|')}|`,
    ...flaws.map(
      (flaw) => `| \`${flaw}\` | ${judged.map((each) => (each.flaws.get(flaw) ? 'found' : '')).join(' | ')} |`,
    ),
    '',
    `| lawful variant | ${judged.map(({ name }) => name).join(' | ')} |`,
    `|---|${judged.map(() => '---').join('|')}|`,
    ...variants.map(
      (variant) =>
        `| \`${variant}\` | ${judged.map((each) => (each.variants.get(variant) ? 'accused' : '')).join(' | ')} |`,
    ),
    ...judged
      .filter(({ failed }) => failed > 0)
      .map(({ name, failed }) => `\n${failed} runs of ${name} ended without a result.`),
    '',
  ].join('\n')
}

const mean = (values) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
