import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dnsPacket from 'dns-packet'

/** The response for a name: its TXT records (a record of several strings is a list), or a failure. */
export type DnsAnswer = readonly (string | readonly string[])[] | 'no such name' | 'fails' | 'says nothing'

/** A real DNS server for tests; `answers` may be changed at any time. A name without an entry does not exist. */
export interface DnsServer {
  /** Its address in the format of the configuration. */
  address: string
  answers: Map<string, DnsAnswer>
  /** The queried names, in order. */
  queries: string[]
  close(): void
}

/** A port without a listener: queries to it are refused at once. */
export const unreachableDns = ['127.0.0.1:9']

const rcodes = { 'no such name': 3, fails: 2 } as const

/** Starts a DNS server on loopback. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const answers = new Map<string, DnsAnswer>()
  const queries: string[] = []
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = dnsPacket.decode(message)
    const name = questions[0]?.name.toLowerCase() ?? ''
    queries.push(name)
    const answer = answers.get(name) ?? 'no such name'
    if (answer === 'says nothing') return
    const flags = typeof answer === 'string' ? rcodes[answer] : 0
    const records = typeof answer === 'string' ? [] : answer
    const reply = dnsPacket.encode({
      type: 'response',
      id: id ?? 0,
      flags: flags | dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE,
      questions,
      answers: records.map((data) => ({
        type: 'TXT' as const,
        name,
        ttl: 60,
        data: typeof data === 'string' ? data : [...data],
      })),
    })
    socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, answers, queries, close: () => socket.close() }
}
