import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ProblemCode, problems } from '@lintel/contract/problems'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setAuthenticator } from './authenticator'
import { failedWith, ProofNotAccepted } from './failure'
import { storePrefetched } from './prefetched-responses'
import { send } from './send'

/** The next responses of the server: problems, then success. */
let answers: (ProblemCode | { code: ProblemCode; by: string[] })[] = []
const received: { bearer: string | undefined; body: unknown }[] = []
let mediaTypes: { accept: string | undefined; content: string | undefined } | undefined

const server = createServer(async (request, reply) => {
  mediaTypes = { accept: request.headers.accept, content: request.headers['content-type'] }
  received.push({ bearer: request.headers.authorization, body: await bodyOf(request) })
  const given = answers.shift()
  const { code, by } = typeof given === 'object' ? given : { code: given, by: undefined }
  reply.writeHead(code ? problems[code].status : 200, { 'content-type': 'application/json' })
  reply.end(JSON.stringify(code ? { code, errors: [{ code, ...(by && { meta: { by } }) }] } : { done: true }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
})
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += part
  return text === '' ? undefined : JSON.parse(text)
}

let signedOut = 0
let asked = 0
let askedBy: unknown[] = []
let proves = true
let token = 'first'
let hasSignedInAgain = false

beforeEach(() => {
  answers = []
  received.length = 0
  signedOut = 0
  asked = 0
  askedBy = []
  proves = true
  token = 'first'
  hasSignedInAgain = false
  setAuthenticator({
    bearer: async () => token,
    accessToken: async () => `${token} access`,
    onUnauthorized: async () => {
      signedOut += 1
      if (hasSignedInAgain) token = 'anew'
      return hasSignedInAgain
    },
    reauthenticate: async (by) => {
      asked += 1
      askedBy.push(by)
      token = 'second'
      return proves
    },
  })
})

const change = () => send({ method: 'POST', address, body: { code: '123456' }, withAccessToken: true })

test('every call carries the bearer and JSON', async () => {
  await change()
  expect(received).toEqual([{ bearer: 'Bearer first', body: { accessToken: 'first access', code: '123456' } }])
  expect(mediaTypes).toEqual({ accept: 'application/json', content: 'application/json' })
  await send({ method: 'GET', address })
  expect(received[1]).toEqual({ bearer: 'Bearer first', body: undefined })
  expect(mediaTypes).toEqual({ accept: 'application/json', content: undefined })
})

test('S7: a 401 to a bearer signs out, once', async () => {
  answers = ['sessionExpired']
  await expect(change()).rejects.toMatchObject({ code: 'sessionExpired' })
  expect(signedOut).toBe(1)
})

test('a call whose session was replaced by a sign-in in another tab is sent once more, with its token', async () => {
  hasSignedInAgain = true
  answers = ['sessionExpired']
  expect(await change()).toEqual({ done: true })
  expect(received).toEqual([
    { bearer: 'Bearer first', body: { accessToken: 'first access', code: '123456' } },
    { bearer: 'Bearer anew', body: { accessToken: 'anew access', code: '123456' } },
  ])
  answers = ['sessionExpired', 'sessionExpired', 'sessionExpired']
  await expect(change()).rejects.toMatchObject({ code: 'sessionExpired' })
  expect(received).toHaveLength(4)
})

test('S7: no other refusal signs anybody out', async () => {
  const refusals = ['forbidden', 'mfaRequired', 'notFound', 'conflict', 'wrongPassword', 'tooManyRequests'] as const
  for (const code of refusals) {
    answers = [code]
    await expect(change()).rejects.toMatchObject({ code })
  }
  expect(signedOut).toBe(0)
})

test('S7: a 401 to somebody who is not signed in yet is an answer like any other', async () => {
  answers = ['invalidSession']
  await expect(send({ method: 'POST', address, anonymous: true })).rejects.toMatchObject({ code: 'invalidSession' })
  expect(signedOut).toBe(0)
  expect(received[0]?.bearer).toBeUndefined()
})

test('G9: a call that needs a fresh proof is sent once more with the new tokens', async () => {
  answers = ['stepUpRequired']
  expect(await change()).toEqual({ done: true })
  expect(asked).toBe(1)
  expect(received).toEqual([
    { bearer: 'Bearer first', body: { accessToken: 'first access', code: '123456' } },
    { bearer: 'Bearer second', body: { accessToken: 'second access', code: '123456' } },
  ])
})

test('G9: who declines gets the refusal, and nothing is sent again', async () => {
  proves = false
  answers = ['stepUpRequired']
  const refusal = await change().catch((error: unknown) => error)
  expect(failedWith(refusal, 'stepUpRequired')).toBe(true)
  expect(received).toHaveLength(1)
})

test('G9: refused again after a proof, a call is not repeated for ever, and is not taken for a proof that was declined', async () => {
  answers = ['stepUpRequired', 'stepUpRequired', 'stepUpRequired']
  const refusal = await change().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ProofNotAccepted)
  expect(failedWith(refusal, 'stepUpRequired')).toBe(false)
  expect(asked).toBe(1)
  expect(received).toHaveLength(2)
})

test('C6: a proof that does not do is asked for once more, by what does', async () => {
  const refused = { code: 'stepUpRequired', by: ['code'] } as const
  answers = ['stepUpRequired', { ...refused, by: [...refused.by] }]
  expect(await change()).toEqual({ done: true })
  expect(askedBy).toEqual([undefined, ['code']])
  expect(received).toHaveLength(3)
  answers = Array.from({ length: 3 }, () => ({ code: refused.code, by: [...refused.by] }))
  await expect(change()).rejects.toBeInstanceOf(ProofNotAccepted)
  expect(received).toHaveLength(6)
})

test('G9: what is asked early asks nobody for a proof; who takes the answer is asked, and gets another one', async () => {
  answers = ['stepUpRequired']
  storePrefetched(address, send({ method: 'GET', address, isPrefetch: true }))
  await expect.poll(() => received.length).toBe(1)
  expect(asked).toBe(0)
  expect(await send({ method: 'GET', address })).toEqual({ done: true })
  expect([asked, received.length]).toEqual([1, 2])
})
