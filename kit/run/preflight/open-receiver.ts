import type { ServiceDefinition } from '../../contract/service.ts'
import type { Volume } from '../../http/volume.ts'
import type { Target, TargetWebhooks } from '../../target/target.ts'
import { DeliveryFileError } from '../../webhooks/imported/delivery-file.ts'
import { Imported, type Recognise } from '../../webhooks/imported/imported.ts'
import { type SelfSigned, selfSigned } from '../../webhooks/listener/self-signed.ts'
import { startCapture } from '../../webhooks/listener/server.ts'
import type { Receiver } from '../../webhooks/receiver.ts'

/** Webhooks cannot be received as the target file says: its author can change that. */
export class ReceiverUnavailable extends Error {
  override readonly name = 'ReceiverUnavailable'
}

/**
 * What receives the webhooks of a run: a listener, or the file that another one writes; undefined where the target names
 * neither.
 * @param notes receives what a reader of the report should know of it
 * @param settings `volume` is told of what comes, `ids` names it; `idPrefix` is what ids of imported deliveries begin with
 * @throws ReceiverUnavailable when the address cannot be listened on, or the file of deliveries not be read
 */
export async function openReceiver(
  { webhooks }: Target,
  services: readonly Pick<ServiceDefinition, 'webhooks'>[],
  notes: string[],
  {
    volume,
    ids,
    idPrefix = '',
  }: { readonly volume?: Volume; readonly ids?: () => string; readonly idPrefix?: string } = {},
): Promise<Receiver | undefined> {
  if (webhooks === undefined) return undefined
  const { listen: address, publicUrl, tls, deliveries } = webhooks
  if (deliveries !== undefined) return follow(deliveries, publicUrl, services, idPrefix)
  try {
    return await startCapture({
      ...address,
      ...(volume === undefined ? {} : { volume }),
      ...(ids === undefined ? {} : { ids }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(tls === undefined ? {} : { tls: tls === 'self-signed' ? ownCertificate(webhooks, notes) : tls }),
    })
  } catch (error) {
    throw new ReceiverUnavailable(`webhooks.listen: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** How the note begins that says why no webhook comes to a run that was to receive some. */
export const NO_WEBHOOKS = 'webhooks are not exercised: '

/** Whether webhooks that come this way can be judged. What there is to know of the way is noted. */
export async function isFit(receiver: Receiver, notes: string[]): Promise<boolean> {
  const { reachable, bytesFaithful, note } = await receiver.preflight()
  const fit = reachable && bytesFaithful
  const said = receiver instanceof Imported && !receiver.hasUrl ? note : `${receiver.url}: ${note}`
  if (note !== '') notes.push(`${fit ? 'webhooks: ' : NO_WEBHOOKS}${said}`)
  return fit
}

async function follow(
  path: string,
  publicUrl: string | undefined,
  services: readonly Pick<ServiceDefinition, 'webhooks'>[],
  idPrefix: string,
): Promise<Imported> {
  const recognise: Recognise = (delivery) =>
    services.map(({ webhooks }) => webhooks?.importedInbox(delivery)).find((inbox) => inbox !== undefined)
  try {
    return await Imported.open(path, publicUrl, recognise, idPrefix)
  } catch (error) {
    throw error instanceof DeliveryFileError ? new ReceiverUnavailable(`--deliveries ${error.message}`) : error
  }
}

function ownCertificate({ listen: { host }, publicUrl }: TargetWebhooks, notes: string[]): SelfSigned {
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  const made = selfSigned([host, ...named])
  notes.push(`webhooks arrive over TLS with a certificate made for this run, SHA-256 ${made.fingerprint}`)
  return made
}
