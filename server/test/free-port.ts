import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below what any system gives to connections that go out (Linux from 32,768, others from 49,152): a server that is down for a moment, as
 * it is started anew, finds its port free still.
 */
const ports = { from: 20_000, until: 32_768 }

/** A port that nobody listens on at this moment, and that the system gives to nobody by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.until)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
