import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startBucket } from '../../test/far-ends/bucket'
import { onCleanup } from '../../test/on-cleanup'
import { testApp } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { answer } from './answer'
import { newObjectKey } from './objects/object-store'
import { openObjectStore } from './objects/open-object-store'

const { db } = await testDatabase()

test('HEAD of a file in a bucket is answered without its bytes, and what that leaves unread harms nothing', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-head-'))
  onCleanup(() => rmSync(dataDirectory, { recursive: true, force: true }))
  const store = openObjectStore({ dataDirectory, objectStoreUrl: (await startBucket()).url })
  const key = newObjectKey()
  await store.put(key, Readable.from([Buffer.from('a plan')]))
  const streams: Readable[] = []
  const file = answer(call({ method: 'GET', path: '/mgw/api/v2/file', summary: 'A file', answer: z.string() }), {
    anonymous: true,
    may: anyone,
    async run(_context, _input, reply) {
      const stream = await store.get(key)
      streams.push(stream)
      reply.type('text/plain').header('content-length', 6)
      return stream as never
    },
  })
  const app = await testApp({ db, routes: [file] })
  expect((await app.inject('/mgw/api/v2/file')).body).toBe('a plan')

  const uncaught: unknown[] = []
  const listener = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', listener)
  onCleanup(() => process.off('uncaughtException', listener))
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/mgw/api/v2/file' })
  expect([statusCode, headers['content-length'], body]).toEqual([200, '6', ''])
  await expect.poll(() => streams.map(({ closed }) => closed)).toEqual([true, true])
  expect(uncaught).toEqual([])
})
