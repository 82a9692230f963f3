import { appIds } from '../http/keys.ts'
import { imagines, on, recode, unchecks, waive } from '../patch.ts'
import { type Flaw, flaw, ill, wraps } from './flaw.ts'

export const appFlaws: Record<string, Flaw> = {
  'app-in-object': flaw(
    'An app created is wrapped in an object',
    ['msg.apps.create'],
    wraps('create-app', (data) => ({ data })),
  ),
  'app-id-of-another-app': flaw(
    'Every app has the app_id of the first one',
    ['msg.apps.create', 'msg.resource.created-stays'],
    ill('app', 'app_id', appIds.main),
  ),
  'app-needs-description': flaw(
    'A creation asks for app_description',
    ['msg.apps.create'],
    imagines('create-app', 'app_description', (body) => !('app_description' in body)),
  ),
  'app-without-name': flaw(
    'An app is created without app_name',
    ['msg.apps.name-required'],
    unchecks('create-app', 'app_name', 'missing'),
  ),
  'app-name-of-any-type': flaw(
    'Any app_name is taken',
    ['msg.apps.name-type'],
    unchecks('create-app', 'app_name', 'type'),
  ),
  'app-description-of-any-type': flaw(
    'Any app_description is taken',
    ['msg.apps.description-type'],
    unchecks('create-app', 'app_description'),
  ),
  'app-workspace-of-any-type': flaw(
    'Any workspace_id is taken',
    ['msg.apps.workspace-type'],
    unchecks('create-app', 'workspace_id'),
  ),
  'app-nulls-refused': flaw(
    'null is refused for app_description and workspace_id',
    ['msg.apps.null-fields'],
    imagines('create-app', 'workspace_id', (body) => body.workspace_id === null || body.app_description === null),
  ),
  'app-renamed': flaw('The app created has another name', ['msg.apps.name-echo'], {
    appNamed: (name) => name.toUpperCase(),
  }),
  'another-app': flaw('A key leads to another app', ['msg.apps.read'], (before) => ({
    ...before,
    appOfKey: (apps, key) => {
      const found = before.appOfKey(apps, key)
      return found?.id === appIds.main ? apps.find(({ id }) => id === appIds.second) : found
    },
  })),
  'app-forgotten': flaw('An app created cannot be read', ['msg.apps.read-created'], { keepsApp: false }),
  'app-key-good-for-one-reading': flaw(
    'An app that was read by its key has another one',
    ['msg.apps.read'],
    (before) => {
      const used = new Set<string>()
      return {
        ...before,
        appOfKey: (apps, key) => {
          const found = used.has(key) ? undefined : before.appOfKey(apps, key)
          const isMade = found !== undefined && !(Object.values(appIds) as string[]).includes(found.id)
          if (isMade) used.add(key)
          return found
        },
      }
    },
  ),
  'description-lost-on-reading': flaw('An app read shows no description', ['msg.apps.read-alike'], (before) => ({
    ...before,
    appOfKey: (apps, key) => {
      const found = before.appOfKey(apps, key)
      return found && { ...found, description: null }
    },
  })),
  'app-made-anew-on-reading': flaw('An app read was made a minute later', ['msg.apps.read-alike'], (before) => ({
    ...before,
    appOfKey: (apps, key) => {
      const found = before.appOfKey(apps, key)
      return found && { ...found, createdAt: new Date(found.createdAt.getTime() + 60_000) }
    },
  })),
  'description-in-latin': flaw('A description is taken for Latin-1', ['msg.apps.description-echo'], {
    record: (kind, record) =>
      kind === 'app' && typeof record.app_description === 'string'
        ? { ...record, app_description: Buffer.from(record.app_description).toString('latin1') }
        : record,
  }),
  'missing-app-is-bad-request': flaw(
    'An app_key that does not exist answers 400',
    ['msg.apps.missing'],
    recode(['not-found'], { status: 400 }, on('read-app')),
  ),
  'foreign-app-shown': flaw("Another user's app is shown", ['msg.apps.foreign'], waive(['foreign'], on('read-app'))),
  'description-dropped': flaw(
    'An app forgets its description',
    ['msg.apps.description-echo'],
    ill('app', 'app_description', null),
  ),
  'workspace-dropped': flaw(
    'An app forgets its workspace',
    ['msg.apps.workspace-echo'],
    ill('app', 'workspace_id', null),
  ),
  'apps-by-the-beginning-of-a-key': flaw(
    'An app is found by all but the last four characters of its key',
    ['msg.apps.missing'],
    (before) => ({ ...before, appOfKey: (apps, key) => apps.find((app) => app.key.slice(0, -4) === key.slice(0, -4)) }),
  ),
}
