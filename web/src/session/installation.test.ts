import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client'
import { dropAnonymousInstallation, installation } from './installation'
import { beginSession, leaveSession, startSession } from './session'

const tokensOf = (name: string) => ({
  result: 'SUCCESS' as const,
  idToken: `head.${Buffer.from(JSON.stringify({ sub: 'mei' })).toString('base64url')}.${name}`,
  accessToken: name,
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
})

const safeNextUrls = ['https://viewer.example.com/open']

/** The reads of the configuration, each with whether it was for a signed-in person; the server answers in order. */
let reads: { isSignedIn: boolean; answer(): void }[]

/** A window whose person is signed out; returns its reading of the configuration. */
function open() {
  startSession()
  leaveSession()
  const queries = createQueryClient()
  onTestFinished(dropAnonymousInstallation(queries))
  onTestFinished(leaveSession)
  return async () => (await queries.ensureQueryData(installation)).record
}

/** Answers all reads that have been sent. */
async function answerReads(count: number) {
  await expect.poll(() => reads.length).toBe(count)
  for (const { answer } of reads) answer()
}

beforeEach(() => {
  reads = []
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', (_address: string, { headers }: { headers: Record<string, string> }) => {
    const isSignedIn = headers.authorization !== undefined
    const attributes = { environment: 'local', ...(isSignedIn && { safeNextUrls }) }
    const data = { type: 'cluster-configuration', id: 'current', meta: { version: 1 }, attributes }
    return new Promise((resolve) => {
      const answer = () => resolve(Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } }))
      reads.push({ isSignedIn, answer })
    })
  })
})

test('who signs in has the configuration read for them, not what was read before, and a renewed session keeps it', async () => {
  const read = open()
  const before = read()
  await answerReads(1)
  expect(await before).not.toHaveProperty('safeNextUrls')
  beginSession(tokensOf('first'))
  const after = read()
  await answerReads(2)
  expect(await after).toMatchObject({ safeNextUrls })
  beginSession(tokensOf('second'))
  expect(await read()).toMatchObject({ safeNextUrls })
  expect(reads.map(({ isSignedIn }) => isSignedIn)).toEqual([false, true])
})

test('a read of before the sign-in that has no answer yet is not waited for', async () => {
  const read = open()
  const before = read().catch((error: unknown) => error)
  await expect.poll(() => reads.length).toBe(1)
  beginSession(tokensOf('first'))
  const after = read()
  await answerReads(2)
  expect(await after).toMatchObject({ safeNextUrls })
  expect(await before).toBeInstanceOf(Error)
  expect(await read()).toMatchObject({ safeNextUrls })
})
