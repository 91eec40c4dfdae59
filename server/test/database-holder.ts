// A process that only runs an embedded database, for tests that kill it. Usage: database-holder DIRECTORY
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres'
import { StartRefused } from '../src/platform/start-refused'

const report = (fact: object) => process.stdout.write(`${JSON.stringify(fact)}\n`)
try {
  const { url, adminUrl, stop } = await startEmbeddedPostgres({
    directory: process.argv[2] ?? '',
    log: (line) => report({ log: line }),
  })
  report({ url, adminUrl })
  process.on('SIGTERM', async () => {
    await stop()
    process.exit(0)
  })
} catch (error) {
  report({ refused: error instanceof StartRefused ? error.message : String(error) })
  process.exit(1)
}
