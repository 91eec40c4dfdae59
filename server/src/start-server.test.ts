import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/test-database'
import { testSecretKey } from '../test/test-secrets'
import { whenDone } from '../test/when-done'
import { readConfiguration } from './platform/configuration'
import { startServer } from './start-server'

const { url } = await testDatabase()

test('a setting that changes nothing is said when the server starts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-start-'))
  whenDone(() => rmSync(directory, { recursive: true }))
  const log: string[] = []
  const server = await startServer({
    configuration: readConfiguration({
      DATABASE_URL: url,
      DATA_DIR: directory,
      SECRET_KEY: testSecretKey,
      PORT: '0',
      OBJECT_STORE_URL: 's3://files',
    }),
    logger: pino({ level: 'warn' }, { write: (line: string) => log.push(line) }),
    say: () => undefined,
  })
  await server.stop(1_000)
  expect(log.join('')).toContain('OBJECT_STORE_URL is set, but nothing stores files yet')
})
