import { readFileSync } from 'node:fs'

/**
 * The stages of a Dockerfile, in order: `{ from, name, steps: [{ word, text }] }`. Knows what ours says and nothing more.
 * @throws for an instruction that nobody here can carry out
 */
export function stagesOf(path) {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages = []
  for (const line of lines) {
    const [, word = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') {
      const [, from, name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) ?? []
      stages.push({ from, name, steps: [] })
    } else if (/^(WORKDIR|COPY|RUN|ENV|EXPOSE|USER|ENTRYPOINT|CMD)$/.test(word))
      stages.at(-1).steps.push({ word, text })
    else throw new Error(`${path}: ${line}: no step that is known here`)
  }
  return stages
}

/** What a container is started with. */
export function imageOf({ steps }) {
  const texts = (word) => steps.filter((each) => each.word === word).map(({ text }) => text)
  const last = (word) => texts(word).at(-1)
  return {
    env: Object.fromEntries(texts('ENV').flatMap((text) => text.split(/\s+/).map((each) => each.split(/=(.*)/s)))),
    ports: texts('EXPOSE').flatMap((text) => text.split(/\s+/).map(Number)),
    user: last('USER') ?? 'root',
    workdir: last('WORKDIR') ?? '/',
    entrypoint: JSON.parse(last('ENTRYPOINT') ?? '[]'),
    cmd: JSON.parse(last('CMD') ?? '[]'),
  }
}
