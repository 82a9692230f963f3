import { isAccepted, shownAnswer, TrialClient } from './asker.ts'

const SENDERS = '/v1/whatsapp/senders'
const WORKSPACES = '/v1/workspace/all/'

export interface MessagingTrialOptions {
  readonly baseUrl: string
  readonly key: string | undefined
  /** What to do about a key that is not taken. */
  readonly onKeyRefused: (answered: string) => void
  say(line: string): void
}

/** What was found out, as members of the section. */
export interface MessagingFindings {
  readonly fixtures?: { readonly workspace: string }
}

/** Asks a messaging service what a target file has to say of it. Only reads: no message is sent. */
export async function tryMessaging({
  baseUrl,
  key,
  onKeyRefused,
  say,
}: MessagingTrialOptions): Promise<MessagingFindings> {
  const client = new TrialClient('messaging', baseUrl, key === undefined ? [] : [['X-API-Key', key]])
  try {
    const senders = await client.get(SENDERS)
    say(`messaging: GET ${SENDERS}: ${shownAnswer(senders)}`)
    if (key === undefined || senders === undefined) return {}
    if (senders.status === 401) {
      onKeyRefused(shownAnswer(senders))
      say('messaging: the key is not taken, so nothing more is tried; with one that is, --force asks for the rest')
      return {}
    }
    const workspaces = await client.get(WORKSPACES)
    const workspace = isAccepted(workspaces) ? firstId(workspaces.body) : undefined
    say(
      `messaging: GET ${WORKSPACES}: ${shownAnswer(workspaces)}${workspace === undefined ? '' : `, workspace ${workspace}`}`,
    )
    return workspace === undefined ? {} : { fixtures: { workspace } }
  } finally {
    await client.close()
  }
}

/** The id of the first entry of a list, itself or as `data`. */
function firstId(body: unknown): string | undefined {
  const list: unknown = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data
  const [first] = Array.isArray(list) ? (list as readonly { id?: unknown; workspace_id?: unknown }[]) : []
  const id = first?.workspace_id ?? first?.id
  return typeof id === 'string' && id !== '' ? id : undefined
}
