// Sends requests as fast as they are answered and prints the result. Usage: load-process LOAD (as JSON)
import autocannon from 'autocannon'
import type { Load, LoadResult } from './load'

const { url, connections, seconds, headers = {}, bearers = [], bodies = [] }: Load = JSON.parse(process.argv[2] ?? '')
let clients = 0
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers,
  ...(bodies.length > 0 && { method: 'POST' }),
  setupClient(client) {
    const index = clients++
    if (bearers.length > 0) client.setHeaders({ ...headers, ...bearers[index % bearers.length] })
    if (bodies.length > 0) client.setBody(bodies[index % bodies.length] ?? '')
  },
})
const output: LoadResult = {
  perSecond: result['2xx'] / result.duration,
  p99: result.latency.p99,
  answers: result['2xx'],
  failures: result.non2xx + result.errors + result.timeouts,
}
process.stdout.write(JSON.stringify(output))
