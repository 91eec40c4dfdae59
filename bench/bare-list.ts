// The limit of a list: `node:http` that runs one statement and sends prepared bytes. Usage: bare-list FILE
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import { databaseValues } from '../server/src/platform/database-values'

/** The product's statement and response, recorded by the benchmark. */
export interface BareList {
  url: string
  connections: number
  statement: string
  parameters: unknown[]
  headers: Record<string, string>
  body: string
}

const { url, connections, statement, parameters, headers, body }: BareList = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)
// The same pool and type parsing as the product: timestamps stay text, which is the cheapest option.
const pool = new pg.Pool({ connectionString: url, max: connections, types: databaseValues })
const bytes = Buffer.from(body)
const server = createServer((_request, response) => {
  pool.query(statement, parameters).then(
    () => response.writeHead(200, headers).end(bytes),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
