import { randomUUID } from 'node:crypto'
import { type Answer, answer, type Call, owned, refuse, userId } from '../http/call.ts'
import { flagOf } from '../http/validation.ts'
import type { App, Campaign, JsonObject, Sender, Workspace } from './domain.ts'

const appRecord = (app: App): JsonObject => ({
  app_id: app.id,
  app_name: app.name,
  app_key: app.key,
  user_id: app.userId,
  app_description: app.description,
  workspace_id: app.workspaceId,
  created_at: app.createdAt.toISOString(),
  updated_at: app.createdAt.toISOString(),
})

const senderRecord = (sender: Sender): JsonObject => ({
  id: sender.id,
  user_id: sender.userId,
  whatsapp_account_id: sender.accountId,
  phone_number_id: sender.phoneNumberId,
  display_number: sender.displayNumber,
  label: sender.label,
  is_default: sender.isDefault,
  is_active: sender.isActive,
  is_deleted: false,
  created_at: sender.createdAt.toISOString(),
  updated_at: sender.createdAt.toISOString(),
})

const workspaceRecord = (workspace: Workspace): JsonObject => ({
  workspace_id: workspace.id,
  user_id: workspace.userId,
  name: workspace.name,
  created_at: workspace.createdAt.toISOString(),
  developer_access: workspace.developerAccess,
  description: workspace.description,
})

const campaignRecord = (campaign: Campaign): JsonObject => ({
  campaign_id: campaign.id,
  workspace_id: campaign.workspaceId,
  name: campaign.name,
  description: campaign.description,
  launch_date: campaign.launchDate.toISOString(),
  created_by: campaign.userId,
  created_at: campaign.createdAt.toISOString(),
})

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function createApp(call: Call): Answer {
  const { behaviour, store } = call.service
  const workspaceId = textOrNull(call.body.workspace_id)
  const reachable = store.workspaces.some(({ id, userId: owner }) => id === workspaceId && owner === userId(call))
  if (workspaceId !== null && !reachable) refuse(call, 'workspace-foreign')
  const app: App = {
    id: randomUUID(),
    key: `app_${randomUUID().replaceAll('-', '')}`,
    name: behaviour.appNamed(String(call.body.app_name ?? '')),
    userId: userId(call),
    description: textOrNull(call.body.app_description),
    workspaceId,
    createdAt: new Date(),
  }
  if (behaviour.keepsApp) store.apps.push(app)
  return answer(call, behaviour.record('app', appRecord(app)))
}

export function readApp(call: Call): Answer {
  const { behaviour, store } = call.service
  const seen = store.apps.filter(({ createdAt }) => createdAt.getTime() <= Date.now() - behaviour.lagMs)
  const app = owned(call, behaviour.appOfKey(seen, call.id))
  return answer(call, behaviour.record('app', appRecord(app)))
}

export function listSenders(call: Call): Answer {
  const { behaviour, store } = call.service
  const flags = (['is_active', 'is_default'] as const).map((name) => [name, flagOf(call.query[name])] as const)
  const filters = Object.fromEntries(flags.filter(([, flag]) => flag !== undefined))
  const listed = behaviour.listedSenders(store.senders, userId(call), filters, call.key?.restricted === true)
  return answer(
    call,
    listed.map((sender) => behaviour.record('sender', senderRecord(sender))),
  )
}

export function listWorkspaces(call: Call): Answer {
  const { behaviour, store } = call.service
  const ofKey = store.apps.find(({ id }) => id === call.key?.appId)?.workspaceId ?? null
  const listed = behaviour.listedWorkspaces(store.workspaces, userId(call), ofKey)
  return answer(
    call,
    listed.map((workspace) => behaviour.record('workspace', workspaceRecord(workspace))),
  )
}

export function readCampaign(call: Call): Answer {
  const { behaviour, store } = call.service
  const campaign = owned(
    call,
    store.campaigns.find(({ id }) => id === call.id.toLowerCase()),
  )
  return answer(call, behaviour.record('campaign', campaignRecord(campaign)))
}
