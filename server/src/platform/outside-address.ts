import { BlockList, isIP, isIPv4 } from 'node:net'

/** Where what others wrote down may be asked (security E7). */
export interface AddressPolicy {
  /** Plain http on loopback names: a far end on the developer's own machine. */
  loopback: boolean
  /** Hosts and CIDRs that the operator lets live inside. */
  privateHosts: readonly string[]
}

/**
 * What holds for an address that the operator wrote down: its one host may live inside, and on this very machine without TLS.
 * Everything else that holds for foreign addresses holds for it: https, never where clouds keep their secrets.
 */
export const operatorsPolicy = (address: string): AddressPolicy => ({
  loopback: true,
  privateHosts: [new URL(address).hostname],
})

const ports = new Set(['', '8443'])
const loopbackName = /^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Why an address may not be asked, or undefined; by its text alone, so the same rule holds when it is saved and when it
 * is used. What its name resolves to is judged by {@link mayReach}.
 */
export function addressFault(address: string, policy: AddressPolicy): string | undefined {
  if (!URL.canParse(address)) return 'It is not an address'
  const { protocol, hostname, username, password, port, hash } = new URL(address)
  const isLocal = policy.loopback && loopbackName.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return 'It has to begin with https://'
  if (username || password) return 'It must not carry a user name'
  if (hash) return 'It must not carry a fragment'
  if (!isLocal && !ports.has(port) && !policy.privateHosts.includes(hostname)) return 'This port is not allowed'
  const ip = ipOf(hostname)
  if (ip !== undefined && !mayReach(ip, hostname, policy)) return 'This host is not allowed'
  return undefined
}

/** May a connection be made to this IP address, which is what the host's name stands for? */
export function mayReach(ip: string, hostname: string, policy: AddressPolicy): boolean {
  const family = isIPv4(ip) ? 'ipv4' : 'ipv6'
  if (neverReached.check(ip, family)) return false
  if (!inside[family].check(ip, family)) return true
  if (policy.loopback && loopbackName.test(hostname) && loopback[family].check(ip, family)) return true
  return policy.privateHosts.some((entry) => entry === hostname || contains(entry, ip))
}

/** The IP address that a URL's host is, without the brackets of IPv6. */
const ipOf = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : undefined
}

/** A network of IP addresses, and of which version they are: those that share so many first bits with this one. */
interface Network {
  address: string
  bits: number
  version: number
}

/** The network that an IP address (then of itself alone) or a CIDR names; undefined for anything else, and for one of all addresses. */
export function networkOf(given: string): Network | undefined {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(given) ?? []
  const version = isIP(address)
  const longest = version === 4 ? 32 : 128
  const network = { address, bits: bits === undefined ? longest : Number(bits), version }
  return version !== 0 && network.bits > 0 && network.bits <= longest ? network : undefined
}

function contains(entry: string, ip: string): boolean {
  const network = networkOf(entry)
  if (!network || network.version !== isIP(ip)) return false
  return listOf([`${network.address}/${network.bits}`]).check(ip, network.version === 4 ? 'ipv4' : 'ipv6')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Where clouds tell machines their secrets: not even for an operator. */
const neverReached = listOf(['169.254.169.254/32', 'fd00:ec2::254/128'])

const loopback = { ipv4: listOf(['127.0.0.0/8']), ipv6: listOf(['::1/128']) }

/** Loopback, private, link-local, shared, documentation, multicast, and what wraps an IPv4 address. One list a family. */
const inside = {
  ipv4: listOf([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ]),
  ipv6: listOf([
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/32',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ]),
}
