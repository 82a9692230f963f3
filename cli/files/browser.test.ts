import { expect, test } from 'vitest'
import { browser, openerOf } from './browser.ts'

test.each([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', '/x']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', '/x']],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: ':0', CI: 'true' }, undefined],
  ['darwin', {}, ['open', '/x']],
  ['darwin', { SSH_CONNECTION: 'a b' }, undefined],
  ['win32', {}, ['cmd', '/c', 'start', '""', '/x']],
])('on %s with %j', (platform, env, opener) => {
  expect(openerOf('/x', platform, env)).toEqual(opener)
})

test('nothing is shown where there is no display', async () => {
  expect(await browser('/x', 'linux', {})).toBe(false)
})
