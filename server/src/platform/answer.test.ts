import { gunzipSync } from 'node:zlib'
import { call } from '@lintel/contract/jsonapi/call'
import type { Actor } from '@lintel/contract/people/permissions'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { answer } from './answer'
import type { Context } from './context'
import { parseQuerystring } from './parameters'

const readWords = call({
  method: 'GET',
  path: '/words',
  summary: 'Words',
  answer: z.object({ words: z.array(z.string()) }),
})
const mei = { kind: 'person', id: 'mei' } as Actor

let server = fastify()
afterEach(() => server.close())

interface Asked {
  anonymous?: true
  encoding?: string
  headers?: Record<string, string>
  /** The existing `Vary` header. */
  vary?: string
}

/** The response to a call with this many words of ten letters. */
async function answerOf(count: number, { anonymous, encoding = 'br, gzip', headers: sent, vary }: Asked = {}) {
  const words = Array.from({ length: count }, (_, at) => `word${String(at).padStart(6, '0')}`)
  const route = answer(readWords, {
    may: () => true,
    ...(anonymous && { anonymous }),
    run: async () => ({ words }),
  })
  server = fastify({ routerOptions: { querystringParser: parseQuerystring } })
  server.get('/words', (request, reply) => {
    if (vary !== undefined) reply.header('vary', vary)
    return route.handle({ request, actor: mei } as unknown as Context, reply)
  })
  const { headers, rawPayload } = await server.inject({
    url: '/words',
    headers: { 'accept-encoding': encoding, ...sent },
  })
  const isCompressed = headers['content-encoding'] === 'gzip'
  const text = (isCompressed ? gunzipSync(rawPayload) : rawPayload).toString()
  expect(JSON.parse(text)).toEqual({ words })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  return { isCompressed, vary: headers.vary, bytes: rawPayload.length }
}

test('an answer of more than a few packets is sent compressed to whoever takes it', async () => {
  expect(await answerOf(10)).toMatchObject({ isCompressed: false, vary: undefined })
  const { isCompressed, vary, bytes } = await answerOf(1_000)
  expect([isCompressed, vary]).toEqual([true, 'accept-encoding'])
  expect(bytes).toBeLessThan(6_000)
  expect(await answerOf(1_000, { encoding: 'gzip;q=0' })).toMatchObject({
    isCompressed: false,
    vary: 'accept-encoding',
  })
})

test('what the browser sends a secret with by itself is not compressed', async () => {
  const authorization = `Basic ${Buffer.from('anna:secret').toString('base64')}`
  expect(await answerOf(1_000, { headers: { authorization } })).toMatchObject({ isCompressed: true })
  const asked = { authorization, 'sec-fetch-site': 'cross-site' }
  expect(await answerOf(1_000, { headers: asked })).toMatchObject({ isCompressed: false })
})

test('what else an answer varies by is told as well', async () => {
  expect(await answerOf(1_000, { vary: 'Origin' })).toMatchObject({ vary: 'Origin, accept-encoding' })
})

test('what is answered without a bearer is not compressed', async () => {
  expect(await answerOf(1_000, { anonymous: true })).toMatchObject({ isCompressed: false, vary: undefined })
})
