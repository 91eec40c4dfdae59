import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onCleanup } from '../on-cleanup'

/** A message as the receiver got it. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
}

/**
 * What the receiver does with each message: respond with a status, close the connection, not respond, redirect, or
 * stream an endless response.
 */
export type WebhookBehaviour = number | 'hangs up' | 'falls silent' | 'redirects' | 'talks for ever'

/** A real HTTP server that stands in for a CRM's webhook; `behaviour` may be changed at any time. */
export interface Webhook {
  url: string
  messages: ReceivedMessage[]
  /** Number of followed redirects; should stay 0. */
  followedRedirects: number
  behaviour: WebhookBehaviour
}

/** Starts a webhook receiver on loopback, stopped with the test file. */
export async function startWebhook(): Promise<Webhook> {
  const state: Webhook = { url: '', messages: [], followedRedirects: 0, behaviour: 204 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/elsewhere') state.followedRedirects++
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
