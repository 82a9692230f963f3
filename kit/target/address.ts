/** Whether requests to this URL stay on the machine. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** One spelling of a base URL, however it is written: this machine has several names. For comparison alone. */
export function oneSpelling(url: string): string {
  if (!URL.canParse(url)) return url
  const { protocol, port, host, pathname } = new URL(url)
  const where = isLoopback(url) ? `127.0.0.1${port === '' ? '' : `:${port}`}` : host
  return `${protocol}//${where}${pathname.replace(/\/+$/, '')}`
}

/** Why a text is no address that could be called; undefined where it is one. */
export const urlFault = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? undefined : 'expected an absolute http or https URL'

/** Why a text cannot serve as a base URL; undefined where it can. A trailing slash is no fault. */
export function baseUrlFault(text: string): string | undefined {
  const fault = urlFault(text)
  if (fault !== undefined) return fault
  const url = new URL(text)
  if (text.includes('?') || text.includes('#')) return 'expected a URL without query or fragment'
  return url.username === '' && url.password === '' ? undefined : 'expected a URL without user name or password'
}

/** Why a text cannot serve as the URL that events are sent to; undefined where it can. It is called as it is, query and all. */
export function eventUrlFault(text: string): string | undefined {
  const fault = urlFault(text)
  if (fault !== undefined) return fault
  const url = new URL(text)
  if (text.includes('#')) return 'expected a URL without fragment'
  return url.username === '' && url.password === '' ? undefined : 'expected a URL without user name or password'
}

export interface Listen {
  readonly host: string
  /** 0: the system chooses. */
  readonly port: number
}

/** `host:port`, an IPv6 address in brackets; undefined where the text is neither. */
export function parseListen(text: string): Listen | undefined {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text)
  const port = Number(match?.[3])
  if (match === null || port > 65535) return undefined
  const host = match[1] ?? match[2] ?? ''
  return match[1] !== undefined && !URL.canParse(`http://[${host}]`) ? undefined : { host, port }
}

/** Why a text is no address to listen on; undefined where it is one. */
export const listenFault = (text: string): string | undefined =>
  parseListen(text) === undefined ? 'expected host:port such as 0.0.0.0:8787 or [::1]:0' : undefined
