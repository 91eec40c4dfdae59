import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** The minimum needed to show a change: a server that updates the row and notifies every stream, and a page with one cell. */
export interface BareEvents {
  origin: string
  close(): Promise<void>
}

const page = `<!doctype html><title>Bare</title><p id="cell"><span data-role="0">0</span></p><script>
  const role = document.querySelector('[data-role]')
  new EventSource('/events').onmessage = ({ data }) => { role.dataset.role = role.textContent = data }
</script>`

/** Starts the server on the memberships of a database. `POST /change` takes the ids of project and user, and the level. */
export async function startBareEvents(databaseUrl: string): Promise<BareEvents> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  const streams = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(page)
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const { project, user, level } = JSON.parse(body) as { project: string; user: string; level: number }
    await pool.query(
      `update project_member set privilege_level = $3, version = version + 1, updated_at = now()
        where project_id = $1 and user_id = $2`,
      [project, user, level],
    )
    for (const stream of streams) stream.write(`data: ${level}\n\n`)
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await pool.end()
    },
  }
}
