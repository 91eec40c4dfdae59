import { BlockList, isIP, isIPv4 } from 'node:net'

/** Which addresses supplied by others the server may connect to (security E7). */
export interface AddressPolicy {
  /** Allow plain http on loopback names, for development. */
  loopback: boolean
  /** Hosts and CIDRs that may be in private networks. */
  privateHosts: readonly string[]
}

/**
 * The policy for an address configured by the operator: its host may be private, or loopback without TLS. Otherwise the
 * same rules hold: https, and never a cloud metadata service.
 */
export const operatorPolicy = (address: string): AddressPolicy => ({
  loopback: true,
  privateHosts: [new URL(address).hostname],
})

const ports = new Set(['', '8443'])
const loopbackName = /^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Why an address is not allowed, or undefined. Depends on its text only, so that saving and using it have the same
 * result; what the name resolves to is checked by {@link mayReach}.
 */
export function addressViolation(address: string, policy: AddressPolicy): string | undefined {
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

/** May the server connect to this IP address of the host? */
export function mayReach(ip: string, hostname: string, policy: AddressPolicy): boolean {
  const family = isIPv4(ip) ? 'ipv4' : 'ipv6'
  if (metadataAddresses.check(ip, family)) return false
  if (!privateNetworks[family].check(ip, family)) return true
  if (policy.loopback && loopbackName.test(hostname) && loopback[family].check(ip, family)) return true
  return policy.privateHosts.some((entry) => entry === hostname || contains(entry, ip))
}

/** The IP address if the host of a URL is one, without the brackets of IPv6. */
const ipOf = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : undefined
}

/** An IP network: address, prefix length and IP version. */
interface Network {
  address: string
  bits: number
  version: number
}

/** Parses an IP address (a network of one) or a CIDR; undefined for anything else, and for a prefix length of 0. */
export function parseNetwork(input: string): Network | undefined {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(input) ?? []
  const version = isIP(address)
  const maxBits = version === 4 ? 32 : 128
  const network = { address, bits: bits === undefined ? maxBits : Number(bits), version }
  return version !== 0 && network.bits > 0 && network.bits <= maxBits ? network : undefined
}

function contains(entry: string, ip: string): boolean {
  const network = parseNetwork(entry)
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

/** Cloud metadata services, which provide credentials: never allowed, even for an operator. */
const metadataAddresses = listOf(['169.254.169.254/32', 'fd00:ec2::254/128'])

const loopback = { ipv4: listOf(['127.0.0.0/8']), ipv6: listOf(['::1/128']) }

/**
 * Loopback, private, link-local, shared, documentation and multicast networks, and those that embed IPv4 addresses, per
 * IP version.
 */
const privateNetworks = {
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
