import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports (Linux from 32,768, others from 49,152), so that a server that restarts finds its port
 * still free.
 */
const ports = { from: 20_000, until: 32_768 }

/** A port that is free now and that the system does not assign by itself. */
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
