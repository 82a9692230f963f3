import { appIds, type Credentials, userIds } from '../http/keys.ts'
import type { App, Campaign, ChatMessage, Conversation, Sender, Workspace } from './domain.ts'

const id = (last: string): string => `7a1d9e50-4b7c-4f6e-9b1a-2c5d8e9f0${last}`

/** Ids of what a fresh service holds. */
export const fixtureIds = {
  conversation: id('c01'),
  otherConversation: id('c02'),
  campaign: id('d01'),
  otherCampaign: id('d02'),
  workspace: id('e01'),
  secondWorkspace: id('e02'),
  otherWorkspace: id('e03'),
  account: id('f01'),
  otherAccount: id('f02'),
} as const

const MINUTE_MS = 60_000

/** A message so many minutes before the start of the service. */
const message = (minutesAgo: number, direction: ChatMessage['direction'], read: boolean): ChatMessage => ({
  direction,
  at: new Date(Date.now() - minutesAgo * MINUTE_MS),
  read,
})

const before = (days: number): Date => new Date(Date.now() - days * 24 * 60 * MINUTE_MS)

export function apps({ appKey, secondAppKey, otherAppKey }: Credentials): App[] {
  const common = { description: null, workspaceId: null, createdAt: before(40) }
  return [
    {
      ...common,
      id: appIds.main,
      key: appKey,
      name: 'Shop notices',
      userId: userIds.main,
      workspaceId: fixtureIds.workspace,
    },
    { ...common, id: appIds.second, key: secondAppKey, name: 'Shop logins', userId: userIds.main },
    { ...common, id: appIds.other, key: otherAppKey, name: 'Clinic reminders', userId: userIds.other },
  ]
}

export function workspaces(): Workspace[] {
  const workspace = (id: string, userId: string, name: string, developerAccess = true): Workspace => ({
    id,
    userId,
    name,
    description: `Workspace of the ${name.toLowerCase()}`,
    developerAccess,
    createdAt: before(60),
  })
  return [
    workspace(fixtureIds.secondWorkspace, userIds.main, 'Warehouse', false),
    workspace(fixtureIds.workspace, userIds.main, 'Shop'),
    workspace(fixtureIds.otherWorkspace, userIds.other, 'Clinic'),
  ]
}

export function campaigns(): Campaign[] {
  const common = { launchDate: before(2), createdAt: before(5) }
  return [
    {
      ...common,
      id: fixtureIds.campaign,
      userId: userIds.main,
      workspaceId: fixtureIds.workspace,
      name: 'Opening week',
      description: 'Offers of the first week',
    },
    {
      ...common,
      id: fixtureIds.otherCampaign,
      userId: userIds.other,
      workspaceId: fixtureIds.otherWorkspace,
      name: 'Vaccination days',
      description: null,
    },
  ]
}

/** Every combination of active and default, one sender without what may be null, and another user's. */
export function senders(): Sender[] {
  const sender = (n: number, isActive: boolean, isDefault: boolean, more: Partial<Sender> = {}): Sender => ({
    id: id(`10${n}`),
    userId: userIds.main,
    accountId: fixtureIds.account,
    phoneNumberId: `10987654321${n}`,
    displayNumber: `+25570000030${n}`,
    label: `Line ${n}`,
    isDefault,
    isActive,
    createdAt: before(30 - n),
    ...more,
  })
  return [
    sender(1, true, true),
    sender(2, true, false),
    sender(3, false, true),
    sender(4, false, false),
    sender(5, true, false, { accountId: null, label: null }),
    sender(6, true, true, { userId: userIds.other, accountId: fixtureIds.otherAccount }),
  ]
}

export function conversations(): Conversation[] {
  const conversation = (id: string, userId: string, phone: string, messages: ChatMessage[]): Conversation => ({
    id,
    userId,
    senderId: senders().find((sender) => sender.userId === userId && sender.isDefault)?.id ?? id,
    accountId: userId === userIds.main ? fixtureIds.account : fixtureIds.otherAccount,
    recipientPhone: phone,
    contactName: 'Asha Mushi',
    createdAt: before(3),
    updatedAt: messages.at(-1)?.at ?? before(3),
    messages,
  })
  return [
    conversation(fixtureIds.conversation, userIds.main, '255700000401', [
      message(420, 'inbound', true),
      message(360, 'outbound', false),
      message(300, 'inbound', true),
      message(240, 'inbound', false),
      message(180, 'inbound', false),
      message(150, 'outbound', false),
      message(120, 'inbound', false),
      message(60, 'inbound', false),
      message(30, 'outbound', false),
    ]),
    conversation(fixtureIds.otherConversation, userIds.other, '255700000402', [
      message(200, 'inbound', true),
      message(100, 'inbound', false),
    ]),
  ]
}
