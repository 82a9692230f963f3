import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that no service reaches from elsewhere: RFC 1918, 6598, 3927, 4193, 4291 and loopback. */
const HIDDEN = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  HIDDEN.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  HIDDEN.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is one that no service reaches from elsewhere. */
export const isPrivateAddress = (address: string): boolean => HIDDEN.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether the host of a URL is this machine or an address of a private network; where a name leads is not asked. */
export function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && isPrivateAddress(host))
}
