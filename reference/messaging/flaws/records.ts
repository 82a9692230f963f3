import type { RecordKind } from '../behaviour.ts'
import { shows } from '../patch.ts'
import { EPOCH, type Flaw, flaw, ill, lacks } from './flaw.ts'

type Id = Flaw['breaks'][number]

/** Members of a kind with a value that they must not have, or `undefined` to leave them out. */
function table(kind: RecordKind, rows: readonly (readonly [string, unknown, ...Id[]])[]): Record<string, Flaw> {
  return Object.fromEntries(
    rows.map(([member, value, ...breaks]) => {
      const named = member.replaceAll('_', '-')
      return value === undefined
        ? [`${kind}-without-${named}`, flaw(`${member} is missing`, breaks, lacks(kind, member))]
        : [`${kind}-with-ill-${named}`, flaw(`${member} has a wrong type`, breaks, ill(kind, member, value))]
    }),
  )
}

/** Wrong types and missing members of senders, apps, workspaces and campaigns. */
export const recordFlaws: Record<string, Flaw> = {
  ...table('sender', [
    ['id', undefined, 'msg.resource.id-present'],
    ['id', 'sender-1', 'msg.senders.id'],
    ['user_id', 7, 'msg.senders.user-id'],
    ['whatsapp_account_id', 'account-1', 'msg.senders.account-id'],
    ['phone_number_id', 109876543211, 'msg.senders.phone-number-id'],
    ['display_number', 255700000301, 'msg.senders.display-number'],
    ['label', ['Line'], 'msg.senders.label'],
    ['is_default', 'false', 'msg.senders.is-default'],
    ['is_active', 'true', 'msg.senders.is-active'],
    ['is_deleted', 0, 'msg.senders.is-deleted'],
    ['created_at', EPOCH, 'msg.senders.created-at'],
    ['updated_at', EPOCH, 'msg.senders.updated-at'],
  ]),
  ...table('app', [
    ['app_id', undefined, 'msg.apps.app-id'],
    ['app_name', undefined, 'msg.apps.app-name', 'msg.apps.name-echo'],
    ['app_key', undefined, 'msg.apps.app-key'],
    ['user_id', 7, 'msg.apps.user-id'],
    ['created_at', undefined, 'msg.apps.created-at'],
    ['updated_at', EPOCH, 'msg.apps.updated-at'],
    ['app_description', {}, 'msg.apps.app-description'],
    ['workspace_id', 7, 'msg.apps.workspace-id'],
  ]),
  ...table('workspace', [
    ['workspace_id', undefined, 'msg.resource.id-present', 'msg.workspaces.all-own'],
    ['workspace_id', 'workspace-1', 'msg.workspaces.id', 'msg.workspaces.all-own'],
    ['user_id', 7, 'msg.workspaces.user-id'],
    ['name', 7, 'msg.workspaces.name'],
    ['created_at', EPOCH, 'msg.workspaces.created-at'],
    ['developer_access', 'yes', 'msg.workspaces.developer-access'],
    ['description', ['Shop'], 'msg.workspaces.description'],
  ]),
  ...table('campaign', [
    ['campaign_id', undefined, 'msg.campaign.id', 'msg.campaign.id-echo'],
    ['workspace_id', 'workspace-1', 'msg.campaign.workspace-id'],
    ['name', undefined, 'msg.campaign.name'],
    ['launch_date', EPOCH, 'msg.campaign.launch-date'],
    ['created_by', 'asha', 'msg.campaign.created-by'],
    ['created_at', undefined, 'msg.campaign.created-at'],
    ['description', 7, 'msg.campaign.description'],
  ]),
  'app-key-by-name': flaw('A second app of a name has the key of the first', ['msg.apps.key-own'], (before) => {
    const keys = new Map<unknown, unknown>()
    return {
      ...before,
      record: (kind, shown) => {
        const record = before.record(kind, shown)
        if (kind !== 'app') return record
        const { app_name: name, app_key: key } = record
        if (!keys.has(name)) keys.set(name, key)
        return { ...record, app_key: keys.get(name) } as typeof record
      },
    }
  }),
  'app-name-in-ascii': flaw(
    'Letters of app_name that are no ASCII become question marks',
    ['msg.apps.name-echo'],
    shows('app', (record) => ({ ...record, app_name: String(record.app_name).replaceAll(/[^\0-\x7f]/g, '?') })),
  ),
  'app-name-in-latin-once-read': flaw(
    'An app that is read shows question marks for letters of its name beyond Latin-1',
    ['msg.apps.read-alike'],
    (before) => ({
      ...before,
      appOfKey: (apps, key) => {
        const app = before.appOfKey(apps, key)
        return app && { ...app, name: app.name.replaceAll(/[^\0-\xff]/g, '?') }
      },
    }),
  ),
  'contact-name-gone-once-read': flaw(
    'contact_profile_name is null where nothing is unread',
    ['msg.conversation.enveloped-contact-name'],
    shows('enveloped-conversation', (record) =>
      record.unread_count === 0 ? { ...record, contact_profile_name: null } : record,
    ),
  ),
  'sender-times-without-zone': flaw(
    'Times of senders have no zone',
    ['msg.resource.time-zone'],
    shows('sender', (record) => ({ ...record, created_at: String(record.created_at).replace('Z', '') })),
  ),
}
