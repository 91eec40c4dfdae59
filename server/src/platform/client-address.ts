import { isIPv6 } from 'node:net'

/**
 * The key that identifies a client (security B4): an IPv4 address, or the /64 network of an IPv6 one, because providers
 * assign at least a /64 to each customer.
 */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const plain = ip.split('%')[0] ?? ''
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : ip
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.replace(/:(\d+\.\d+\.\d+\.\d+)$/, ':0:0').split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const missing = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...missing, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}
