import type { Credentials } from '../http/keys.ts'
import type {
  App,
  CallbackTarget,
  Campaign,
  Conversation,
  JsonObject,
  Otp,
  Sender,
  Subscription,
  Workspace,
} from './domain.ts'
import * as fixtures from './fixtures.ts'

/** Everything the service remembers; gone with it. */
export class Store {
  readonly apps: App[]
  readonly workspaces: readonly Workspace[] = fixtures.workspaces()
  readonly campaigns: readonly Campaign[] = fixtures.campaigns()
  readonly senders: readonly Sender[] = fixtures.senders()
  readonly conversations: readonly Conversation[] = fixtures.conversations()
  /** Every code ever sent, the latest last. */
  readonly otps: Otp[] = []
  readonly callbackTargets = new Map<string, CallbackTarget>()
  /** Every attempt of a callback about a code, the latest last. */
  readonly otpCallbacks: JsonObject[] = []
  /** Origins of callbacks that are called elsewhere instead: the sandbox resolves no names. */
  readonly routes = new Map<string, string>()
  readonly #webhooks = new Map<string, Subscription>()

  constructor(credentials: Credentials) {
    this.apps = fixtures.apps(credentials)
  }

  register(appId: string, channel: string, subscription: Subscription | undefined): void {
    const place = `${channel} ${appId}`
    if (subscription === undefined) this.#webhooks.delete(place)
    else this.#webhooks.set(place, subscription)
  }

  webhook(appId: string, channel: string): Subscription | undefined {
    return this.#webhooks.get(`${channel} ${appId}`)
  }

  /** Webhooks of every app and channel, the first registered first. */
  allWebhooks(): readonly Subscription[] {
    return [...this.#webhooks.values()]
  }

  conversation(id: string): Conversation | undefined {
    return this.conversations.find((each) => each.id === id.toLowerCase())
  }
}
