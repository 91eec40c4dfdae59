/** A node of the address tree: the children for the bits 0 and 1; a leaf is a city. */
type Node = [Node | string | undefined, Node | string | undefined]

/**
 * A MaxMind DB file (format 2.0, 24 bits a record, IPv4) with a city for each network: `{ '203.0.113.0/24': 'Tromsø'
 * }`. Networks must not overlap.
 */
export function cityDatabase(networks: Readonly<Record<string, string>>): Buffer {
  const root: Node = [undefined, undefined]
  for (const [network, city] of Object.entries(networks)) insert(root, network, city)
  const nodes = nodesOf(root)
  const cities = [...new Set(Object.values(networks))]
  const records = cities.map((city) => map({ city: map({ names: map({ en: text(city) }) }) }))
  const offsetOf = (city: string) =>
    records.slice(0, cities.indexOf(city)).reduce((before, { length }) => before + length, 0)
  const pointer = (child: Node | string | undefined): number => {
    if (child === undefined) return nodes.length
    return typeof child === 'string' ? nodes.length + 16 + offsetOf(child) : nodes.indexOf(child)
  }
  const tree = nodes.flatMap((node) => node.map((child) => number(pointer(child), 3)))
  const metadata = map({
    binary_format_major_version: unsigned(2),
    binary_format_minor_version: unsigned(0),
    build_epoch: unsigned(1),
    database_type: text('Test-City'),
    description: map({}),
    ip_version: unsigned(4),
    languages: Buffer.from([0x00, 0x04]),
    node_count: unsigned(nodes.length),
    record_size: unsigned(24),
  })
  return Buffer.concat([
    ...tree,
    Buffer.alloc(16),
    ...records,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ])
}

function insert(root: Node, network: string, city: string) {
  const [address = '', length = '32'] = network.split('/')
  const bits = address.split('.').flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')].map(Number))
  let node = root
  for (const [at, bit] of bits.slice(0, Number(length)).entries()) {
    const side = bit === 0 ? 0 : 1
    if (at === Number(length) - 1) node[side] = city
    else {
      const next = node[side]
      const child: Node = Array.isArray(next) ? next : [undefined, undefined]
      node[side] = child
      node = child
    }
  }
}

const nodesOf = (node: Node): Node[] => [node, ...node.filter((child) => Array.isArray(child)).flatMap(nodesOf)]

const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/**
 * The control byte of a field (type and size). Types: text 2, map 7, unsigned 16-bit number 5; no size here reaches 29,
 * which would need more bytes.
 */
const control = (type: number, size: number) => Buffer.from([(type << 5) | size])
const text = (value: string) => Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
const unsigned = (value: number) => Buffer.concat([control(5, 2), number(value, 2)])
const map = (entries: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    control(7, Object.keys(entries).length),
    ...Object.entries(entries).flatMap(([key, value]) => [text(key), value]),
  ])
