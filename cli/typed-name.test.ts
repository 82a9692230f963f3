import { expect, test } from 'vitest'
import { typedAs } from './typed-name.ts'

const npm = { npm_config_user_agent: 'npm/11.0.0 node/v20', npm_lifecycle_event: 'npx' }

test.each([
  ['npx in a project', '/w/node_modules/.bin/assay', npm, 'npx assay'],
  [
    'npx by the name of the package',
    '/h/.npm/_npx/1/node_modules/.bin/assay-conformance',
    npm,
    'npx assay-conformance',
  ],
  ['npx on Windows', '/w/node_modules/assay-conformance/dist/cli/main.js', npm, 'npx assay'],
  ['pnpm', '/w/node_modules/.bin/assay', { npm_config_user_agent: 'pnpm/9.1.0' }, 'pnpm exec assay'],
  ['the bin of a project by its path', '/w/node_modules/.bin/assay', {}, 'npx assay'],
  ['npm start', '/w/dist/cli/main.js', { ...npm, npm_lifecycle_event: 'start' }, 'npx assay'],
  ['a script of another folder', '/elsewhere/dist/cli/main.js', npm, 'node /elsewhere/dist/cli/main.js'],
  ['node', '/w/dist/cli/main.js', {}, 'node dist/cli/main.js'],
  ['node, with a blank', '/w/my suite/main.js', {}, "node 'my suite/main.js'"],
  ['a global installation', '/usr/bin/assay', { PATH: '/bin:/usr/bin' }, 'assay'],
  ['a link that no path leads to', '/w/assay', { PATH: '/bin' }, './assay'],
  ['a wrapper', '/w/dist/cli/main.js', { ASSAY_COMMAND: './check.sh' }, './check.sh'],
] as const)('%s', (_, script, env, typed) => {
  expect(typedAs('assay', { script, env, cwd: '/w' })).toBe(typed)
})
