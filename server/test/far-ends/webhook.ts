import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onCleanup } from '../on-cleanup'

/** A message as the far end took it. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
}

/** How the far end behaves to each message: answers with a status, hangs up, says nothing, sends elsewhere, never ends. */
export type WebhookBehaviour = number | 'hangs up' | 'falls silent' | 'redirects' | 'talks for ever'

/** A real HTTP server of the test in the part of a sales system; `behaviour` may be changed at any time. */
export interface Webhook {
  url: string
  messages: ReceivedMessage[]
  /** Requests to where it redirects: nobody should follow. */
  followed: number
  behaviour: WebhookBehaviour
}

/** Starts a far end on loopback, ended with the test file. */
export async function webhook(): Promise<Webhook> {
  const state: Webhook = { url: '', messages: [], followed: 0, behaviour: 204 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/elsewhere') state.followed++
    else state.messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    const { behaviour } = state
    if (behaviour === 'hangs up') return void request.socket.destroy()
    if (behaviour === 'falls silent') return
    if (behaviour === 'redirects') return void response.writeHead(307, { location: '/elsewhere' }).end()
    if (behaviour === 'talks for ever') {
      response.writeHead(200)
      while (!response.destroyed) {
        response.write('x'.repeat(64 * 1_024))
        await pause(5)
      }
      return
    }
    response.writeHead(behaviour).end('<html>not JSON</html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/leads`
  return state
}
