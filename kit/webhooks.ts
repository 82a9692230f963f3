export type { Answer, Delivery } from './webhooks/delivery.ts'
export type { Inbox } from './webhooks/inbox.ts'
export { startCapture as startReceiver } from './webhooks/listener/server.ts'
export type { Receiver } from './webhooks/receiver.ts'
