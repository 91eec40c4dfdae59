import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAuthenticator } from './authenticator'
import { followChanges, type Page } from './follow-changes'
import { recordSessionChange } from './session-changes'

/** A stream at the server: its request, and the function that sends an event. */
interface Asked {
  address: string
  bearer: string | undefined
  reply: ServerResponse
}

const asked: Asked[] = []
let status = 200
/** Number of requests refused first. */
let refusals = 0
let refusal = 503
const server = createServer((request, reply) => {
  asked.push({ address: request.url ?? '', bearer: request.headers.authorization, reply })
  refusals -= 1
  const now = refusals >= 0 ? refusal : status
  reply.writeHead(now, { 'content-type': 'text/event-stream' })
  if (now === 200) reply.flushHeaders()
  else reply.end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A page that can be hidden. */
class TestPage extends EventTarget {
  hidden = false
  show(shown: boolean) {
    this.hidden = !shown
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const received: unknown[] = []
let signedOut = 0
let stop = () => {}

beforeEach(() => {
  asked.length = 0
  received.length = 0
  status = 200
  refusals = 0
  signedOut = 0
  setAuthenticator({
    bearer: async () => 'token',
    accessToken: async () => undefined,
    onUnauthorized: async () => {
      signedOut += 1
      return false
    },
    reauthenticate: async () => false,
  })
})
afterEach(() => stop())

function follow(after?: string, readAt?: number): TestPage & { retry(): void } {
  stop()
  const page = new TestPage()
  const { end, retry } = followChanges({
    customer: 'nord',
    ...(after !== undefined && { after }),
    ...(readAt !== undefined && { readAt }),
    onChange: (change) => received.push(change),
    onReload: () => received.push('reload'),
    onRefused: () => received.push('refused'),
    page: page as unknown as Page,
    origin,
    firstPause: 1,
  })
  stop = end
  return Object.assign(page, { retry })
}

const closed = (of: Asked | undefined) => new Promise<void>((resolve) => of?.reply.on('close', () => resolve()))
const patience = { timeout: 4_000 }
const connections = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), patience)
const change = (id: string) => `id: ${id}\nevent: change\ndata: {"type":"projects","id":"p${id}","version":2}\n\n`

test('what the server tells is passed on, whatever pieces it comes in', async () => {
  follow('7')
  await connections(1)
  expect(asked[0]).toMatchObject({ address: '/mgw/api/v3/events?customer=nord&after=7', bearer: 'Bearer token' })
  for (const piece of ['id: 7\nevent: ready\ndata: {}\n\n: he', 'artbeat\n\n', ...change('8')]) {
    asked[0]?.reply.write(piece)
  }
  asked[0]?.reply.write('event: reload\nid: 9\ndata: {}\n\n')
  await vi.waitFor(() => expect(received).toEqual([{ type: 'projects', id: 'p8', version: 2 }, 'reload']), patience)
})

test('a stream that broke is taken up where it was', async () => {
  follow()
  await connections(1)
  asked[0]?.reply.write(change('12'))
  await vi.waitFor(() => expect(received).toHaveLength(1), patience)
  asked[0]?.reply.destroy()
  await connections(2)
  expect(asked[1]?.address).toBe('/mgw/api/v3/events?customer=nord&after=12')
})

test('without a cursor it is said how long ago what is shown was read; once there is one it goes on from there', async () => {
  follow(undefined, Date.now() - 5_000)
  await connections(1)
  const age = Number(new URLSearchParams(asked[0]?.address.split('?')[1]).get('age'))
  expect(age).toBeGreaterThanOrEqual(5_000)
  expect(age).toBeLessThan(60_000)
  asked[0]?.reply.write(change('12'))
  await vi.waitFor(() => expect(received).toHaveLength(1), patience)
  asked[0]?.reply.destroy()
  await connections(2)
  expect(asked[1]?.address).toBe('/mgw/api/v3/events?customer=nord&after=12')
})

test('of a project only its own stream is asked for; taken up again, it says how long ago the last sign came', async () => {
  const { end } = followChanges({
    ...{ project: 'p1', readAt: Date.now() - 60_000, page: new TestPage() as unknown as Page, origin, firstPause: 1 },
    onChange: (change) => received.push(change),
    onReload: () => received.push('reload'),
  })
  stop = end
  const ageOf = (at: number) => Number(new URLSearchParams(asked[at]?.address.split('?')[1]).get('age'))
  await connections(1)
  expect(asked[0]?.address).toMatch(/^\/mgw\/api\/v3\/projects\/p1\/events\?age=\d+$/)
  expect(ageOf(0)).toBeGreaterThanOrEqual(60_000)
  asked[0]?.reply.write('event: ready\ndata: {}\n\n')
  asked[0]?.reply.write('event: change\ndata: {"type":"projects","id":"p1","version":2}\n\n')
  await vi.waitFor(() => expect(received).toEqual([{ type: 'projects', id: 'p1', version: 2 }]), patience)
  asked[0]?.reply.write(': alive\n\n')
  await new Promise((resolve) => setTimeout(resolve, 50))
  asked[0]?.reply.destroy()
  await connections(2)
  expect(ageOf(1)).toBeLessThan(60_000)
})

test.each([429, 500, 503, 521])('a server that is busy, in trouble or away is asked again (%i)', async (answer) => {
  refusal = answer
  refusals = 2
  follow()
  await connections(3)
  expect(asked.map(({ reply }) => reply.statusCode)).toEqual([answer, answer, 200])
})

test('whoever may not read the customer asks once, and a 401 ends the session', async () => {
  status = 403
  follow()
  await connections(1)
  status = 401
  follow()
  await vi.waitFor(() => expect(signedOut).toBe(1), patience)
  status = 200
  follow()
  await connections(3)
})

/** For requests that must not come. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100))

test.each([401, 403, 404])(
  'a stream that was refused (%i) is taken up where it was when there is a reason to try again',
  async (answer) => {
    const page = follow('7')
    await connections(1)
    asked[0]?.reply.write(change('12'))
    await vi.waitFor(() => expect(received).toHaveLength(1), patience)
    received.length = 0
    status = answer
    asked[0]?.reply.destroy()
    await vi.waitFor(() => expect(received).toEqual(['refused']), patience)
    await aWhile()
    expect(asked).toHaveLength(2)
    page.show(false)
    page.show(true)
    await connections(3)
    await vi.waitFor(() => expect(received).toEqual(['refused', 'refused']), patience)
    page.retry()
    await vi.waitFor(() => expect(received).toHaveLength(3), patience)
    await aWhile()
    status = 200
    recordSessionChange()
    await connections(5)
    expect(asked[4]?.address).toBe('/mgw/api/v3/events?customer=nord&after=12')
    asked[4]?.reply.write(change('13'))
    await vi.waitFor(() => expect(received.at(-1)).toEqual({ type: 'projects', id: 'p13', version: 2 }), patience)
  },
)

test('a proof that is given while the stream is being refused is a reason to try again at once', async () => {
  refusal = 403
  refusals = 1
  const isAsked = once(server, 'request')
  follow()
  await isAsked
  recordSessionChange()
  await connections(2)
  expect(asked[1]?.reply.statusCode).toBe(200)
})

test('whoever shows what was read longer ago than can be said is told to load it again', async () => {
  follow(undefined, Date.now() - 20 * 86_400_000)
  await connections(1)
  expect(asked[0]?.address).toBe('/mgw/api/v3/events?customer=nord&age=999999999')
  asked[0]?.reply.write('id: 12\nevent: ready\ndata: {}\n\n')
  await vi.waitFor(() => expect(received).toEqual(['reload']), patience)
})

test('a page that nobody looks at holds no stream, and goes on when it is looked at', async () => {
  const page = follow()
  await connections(1)
  asked[0]?.reply.write(change('3'))
  await vi.waitFor(() => expect(received).toHaveLength(1), patience)
  const gone = closed(asked[0])
  page.show(false)
  await gone
  page.show(true)
  await connections(2)
  expect(asked[1]?.address).toContain('after=3')
})

test('nothing is told any more once following ended', async () => {
  follow()
  await connections(1)
  asked[0]?.reply.write(change('12'))
  await vi.waitFor(() => expect(received).toHaveLength(1), patience)
  const gone = closed(asked[0])
  stop()
  asked[0]?.reply.write(change('13'))
  await gone
  await aWhile()
  expect(received).toHaveLength(1)
  expect(asked).toHaveLength(1)
})
