import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { EventStream, maxBufferedBytes } from './event-stream'

const streams: EventStream[] = []
const server = createServer((_, reply) => {
  const stream = new EventStream()
  streams.push(stream)
  stream.body.pipe(reply)
  stream.send('ready', {}, 0)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A reader that has started to read. */
async function reader() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: lintel.example\r\n\r\n')
  await once(socket, 'data')
  const stream = streams.at(-1)
  if (!stream) throw new Error('There is no stream')
  return { socket, stream }
}

const large = { type: 'projects', id: 'x'.repeat(4_000), version: null }

test('K8: a reader who takes nothing is let go, and what waits for them is bounded', async () => {
  const { socket, stream } = await reader()
  socket.pause()
  let over = false
  stream.onEnd(() => {
    over = true
  })
  let most = 0
  while (!over) {
    stream.send('change', large)
    most = Math.max(most, stream.body.readableLength)
    await turn()
  }
  expect(most).toBeGreaterThan(maxBufferedBytes)
  expect(most).toBeLessThan(maxBufferedBytes + 5_000)
  socket.destroy()
})

test('a reader who takes everything stays, however much it is', async () => {
  const { socket, stream } = await reader()
  let received = 0
  socket.on('data', (bytes: Buffer) => {
    received += bytes.length
  })
  for (let sent = 0; sent < 2_000; sent += 1) {
    stream.send('change', large)
    while (stream.body.readableLength > 0) await turn()
  }
  const begun = received
  stream.heartbeat()
  await expect.poll(() => received).toBeGreaterThan(begun)
  expect(received).toBeGreaterThan(2_000 * 4_000)
  socket.destroy()
})

test('nothing is told once a stream has ended', async () => {
  const { socket, stream } = await reader()
  const ended = once(stream.body, 'close')
  stream.end()
  stream.send('change', large)
  stream.end()
  await ended
  expect(stream.body.errored).toBeNull()
  socket.destroy()
})
