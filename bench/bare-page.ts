import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '../server/test/free-port'

/** The same text on an otherwise empty page: the time this browser needs to paint it at all. */
export async function barePage(text: string): Promise<{ url: string; close(): void }> {
  const port = await freePort()
  const escaped = text.replaceAll(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const html = `<!doctype html><html lang="en"><title>Bare</title>${escaped.replaceAll('\n', '<p>')}</html>`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
