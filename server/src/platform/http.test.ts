import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { Problem, problems } from '@lintel/contract/problems'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { onCleanup } from '../../test/on-cleanup'
import { person, testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { answer } from './answer'
import { buildHttp } from './http'
import { type UploadLimits, uploadLimits } from './long-uploads'

const { db } = await testDatabase()

const echo = answer(
  call({
    method: 'POST',
    path: '/mgw/api/v2/echo/{word}',
    summary: 'Says what it heard',
    parameters: z.object({ word: z.string() }),
    query: z.strictObject({ loud: z.string().optional() }),
    body: z.looseObject({}),
    answer: z.looseObject({}),
  }),
  {
    anonymous: true,
    may: anyone,
    run: async (_context, { parameters, query, body }) => ({ ...parameters, ...query, body }),
  },
)
const look = answer(
  call({ method: 'GET', path: '/healthz', summary: 'Looks', answer: z.object({ well: z.boolean() }) }),
  {
    anonymous: true,
    may: anyone,
    run: async () => ({ well: true }),
  },
)
const fail = answer(call({ method: 'GET', path: '/mgw/api/v2/fail', summary: 'Breaks' }), {
  anonymous: true,
  may: anyone,
  run: async () => {
    throw new Error('select secret from /home/lintel/store.ts')
  },
})
const small = answer(
  call({ method: 'POST', path: '/mgw/api/v2/small', summary: 'Takes little', body: z.looseObject({}) }),
  { anonymous: true, may: anyone, bodyLimit: 64, run: async () => undefined },
)
const signInCall = answer(
  call({ method: 'POST', path: '/auth/v1/sign-in-call', summary: 'Signs in', body: z.looseObject({}) }),
  { anonymous: true, may: anyone, run: async () => undefined },
)
const closed = answer(
  call({ method: 'POST', path: '/mgw/api/v2/closed', summary: 'Takes what people bring', body: z.looseObject({}) }),
  { may: anyone, bodyLimit: 64, run: async () => undefined },
)
const form = answer(
  call({
    method: 'POST',
    path: '/mgw/api/v2/form',
    summary: 'Says what a form has',
    body: z.looseObject({}),
    answer: z.looseObject({}),
  }),
  {
    anonymous: true,
    may: anyone,
    acceptsFiles: true,
    bodyLimit: 9 * 1024 * 1024,
    run: async (_context, { body }) => ({ fields: Object.entries(body) }),
  },
)

const bytes = answer(
  call({
    method: 'POST',
    path: '/mgw/api/v2/bytes',
    summary: 'Counts bytes',
    answer: z.object({ heard: z.number() }),
  }),
  {
    may: anyone,
    acceptsBytes: true,
    bodyLimit: 1_000_000,
    run: async ({ request }) => {
      let heard = 0
      if (request.body instanceof Readable) for await (const chunk of request.body) heard += chunk.length
      return { heard }
    },
  },
)

const log: string[] = []
const routes = [echo, look, fail, small, signInCall, closed, form]
const people = { set: person('a@b.no', { restriction: 'password' }), free: person('c@d.no') }
const app = await testApp({ db, routes, log, people })

const json = { 'content-type': 'application/json' }
const post = (payload: InjectOptions['payload'], headers: Record<string, string> = json, url = '/mgw/api/v2/echo/hi') =>
  app.inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) })

/** Status, code and source of an error response. */
const refusal = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const [{ code, source }] = JSON.parse(body).errors
  return [statusCode, code, ...(source ? [source] : [])]
}

test('a call hears what it was told', async () => {
  const answered = await post({ a: [1] }, json, '/mgw/api/v2/echo/hi?loud=yes')
  expect(answered.statusCode).toBe(200)
  expect(answered.json()).toEqual({ word: 'hi', loud: 'yes', body: { a: [1] } })
  expect(answered.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('H1: every answer carries the security headers and a request id, whatever its status', async () => {
  const answers = await Promise.all([
    app.inject('/healthz'),
    app.inject('/nowhere'),
    app.inject('/mgw/api/v2/fail'),
    app.inject('/mgw/api/v2/%E0%A4'),
    app.inject({ url: '/healthz', method: 'DELETE' }),
    app.inject({ url: '/mgw/api/v2/fail', headers: { host: 'evil.example' } }),
    post('{', json),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 500, 400, 405, 421, 400])
  for (const { headers, statusCode } of answers) {
    expect(headers, String(statusCode)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(
        /camera=\(\).*clipboard-write=\(self\), publickey-credentials-get=\(self\), screen-wake-lock=\(self\)$/,
      ),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length)
})

test('H1: over https the browser is told to stay there', async () => {
  const secure = await testApp({ db, routes, configuration: { publicUrl: 'https://lintel.example' } })
  const { headers } = await secure.inject({ url: '/healthz', headers: { host: 'lintel.example' } })
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})

test('H2: answers of the API are never stored', async () => {
  expect((await post({})).headers['cache-control']).toBe('no-store')
  expect((await app.inject('/mgw/api/v2/nothing')).headers['cache-control']).toBe('no-store')
  for (const url of ['/project-1/api/v1/topics', '/odata/1/topics', '/scim/1/v2/Users']) {
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
  }
})

test('H2: no other origin is let in', async () => {
  const headers = { ...json, origin: 'https://evil.example' }
  for (const answered of [await post({}, headers), await post({}, { ...headers, origin: 'null' })]) {
    expect(Object.keys(answered.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('H2: a listed origin may ask and read with a bearer, an unlisted one is answered as ever', async () => {
  const listed = 'https://reports.example'
  const cookies = answer(call({ method: 'POST', path: '/auth/v1/refresh', summary: 'Renews' }), {
    anonymous: true,
    may: anyone,
    sameSiteOnly: true,
    run: async () => undefined,
  })
  const open = await testApp({
    db,
    routes: [...routes, cookies],
    configuration: { allowedOrigins: [listed, 'http://localhost:3000'] },
  })
  const told = ({ headers }: { headers: object }) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => /^access-control-|^vary$/.test(name)))
  const ask = (origin?: string, url = '/mgw/api/v2/echo/hi', method: 'POST' | 'DELETE' = 'POST') =>
    open.inject({ method, url, headers: { ...json, ...(origin && { origin }) }, payload: {} })
  const mayRead = {
    vary: 'Origin',
    'access-control-allow-origin': listed,
    'access-control-expose-headers': expect.stringMatching(/ETag.*X-Request-Id/),
  }
  const answered = await ask(listed)
  expect([answered.statusCode, told(answered)]).toEqual([200, mayRead])
  // Pages must be able to read the reason of the rejection.
  const refused = await ask(listed, '/mgw/api/v2/echo/hi', 'DELETE')
  expect([refused.statusCode, told(refused)]).toEqual([405, mayRead])

  for (const origin of [
    undefined,
    'null',
    'https://evil.example',
    'http://reports.example',
    'https://reports.example:8443',
    'https://reports.example.evil.example',
    'https://sub.reports.example',
  ]) {
    const unlisted = await ask(origin)
    expect([unlisted.statusCode, told(unlisted)], origin).toEqual([200, { vary: 'Origin' }])
  }

  const preflight = (origin: string, url = '/mgw/api/v2/echo/hi') =>
    open.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-requested-with',
      },
    })
  const granted = await preflight(listed)
  expect(granted.statusCode).toBe(204)
  expect(told(granted)).toEqual({
    ...mayRead,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      'Accept, Authorization, Content-Digest, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, OData-MaxVersion, OData-Version, Prefer, Range',
    'access-control-max-age': '600',
  })
  const denied = await preflight('https://evil.example')
  expect([refusal(denied), told(denied)]).toEqual([[405, 'methodNotAllowed'], { vary: 'Origin' }])

  // Routes that use cookies stay closed, whether or not the browser sends one (H3).
  for (const cookie of [undefined, 'refresh=x']) {
    const renewed = await open.inject({
      method: 'POST',
      url: '/auth/v1/refresh',
      headers: { origin: listed, 'x-requested-with': 'lintel-web', ...(cookie && { cookie }) },
    })
    expect([renewed.statusCode, told(renewed)]).toEqual([403, {}])
  }
})

test('H2: an unknown method is 405 and says which are known', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answered = await app.inject({ method, url: '/mgw/api/v2/echo/hi' })
    expect(refusal(answered), method).toEqual([405, 'methodNotAllowed'])
    expect(answered.headers.allow).toBe('POST')
  }
})

test('an unknown address is 404, without a word about what was looked for', async () => {
  const answered = await app.inject('/mgw/api/v2/secret-place?x=1')
  expect(refusal(answered)).toEqual([404, 'notFound'])
  expect(answered.body).not.toContain('secret-place')
})

test('an id without end is not found', async () => {
  expect(refusal(await post({}, json, `/mgw/api/v2/echo/${'x'.repeat(513)}`))).toEqual([404, 'notFound'])
  expect((await post({}, json, `/mgw/api/v2/echo/${'x'.repeat(512)}`)).statusCode).toBe(200)
})

test('H2: a body of another media type is 415', async () => {
  expect((await post('{}')).statusCode).toBe(200)
  expect((await post('{}', { 'content-type': 'application/vnd.api+json' })).statusCode).toBe(200)
  expect((await post('{}', { 'content-type': 'application/json; charset=utf-8' })).statusCode).toBe(200)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'nonsense',
  ]) {
    expect(refusal(await post('{}', { 'content-type': type })), type).toEqual([415, 'unsupportedMediaType'])
  }
  expect(refusal(await post('{}', {}))).toEqual([415, 'unsupportedMediaType'])
})

test('H2: a body that is not a JSON object is 400', async () => {
  for (const payload of ['{', '[]', '"text"', '1', 'null', '{"a":1}}', '{"a":NaN}', '\u0000']) {
    expect(refusal(await post(payload)), payload).toEqual([400, 'malformed'])
  }
})

test('H2: a body or an address that is not UTF-8 is 400', async () => {
  const named = (bytes: Buffer) => Buffer.concat([Buffer.from('{"a":"'), bytes, Buffer.from('"}')])
  expect((await post(named(Buffer.from('Zoë 日本 👷')))).json().body).toEqual({ a: 'Zoë 日本 👷' })
  // Latin-1, a surrogate, an overlong slash, a truncated character.
  for (const bytes of ['eb', 'eda080', 'c0af', 'f09f91']) {
    expect(refusal(await post(named(Buffer.from(bytes, 'hex')))), bytes).toEqual([400, 'malformed'])
  }
  const loud = (text: string) => post({}, json, `/mgw/api/v2/echo/hi?loud=${text}`)
  expect((await loud('Zo%C3%AB+100%')).json().loud).toBe('Zoë 100%')
  for (const text of ['Zo%EB', '%ED%A0%80', '%C0%AF']) {
    expect(refusal(await loud(text)), text).toEqual([400, 'malformed'])
  }
})

test('H2: a compressed body is 415, and told what is taken', async () => {
  const compressed = gzipSync('{"a":1}')
  expect((await post('{"a":1}', { ...json, 'content-encoding': 'identity' })).statusCode).toBe(200)
  for (const encoding of ['gzip', 'GZIP', 'br', 'identity, gzip']) {
    const answered = await post(compressed, { ...json, 'content-encoding': encoding })
    expect(refusal(answered), encoding).toEqual([415, 'unsupportedMediaType'])
    expect(answered.headers['accept-encoding']).toBe('identity')
  }
})

test('a bearer is known by its scheme in any case', async () => {
  const mine = answer(call({ method: 'GET', path: '/mgw/api/v2/mine', summary: 'Mine' }), {
    may: anyone,
    run: async () => undefined,
  })
  const open = await testApp({ db, routes: [mine], people: { mei: person('mei@nordbygg.example') } })
  const ask = async (authorization: string) =>
    (await open.inject({ url: '/mgw/api/v2/mine', headers: { authorization } })).statusCode
  for (const right of ['Bearer mei', 'bearer mei', 'BEARER mei', 'Bearer  mei'])
    expect(await ask(right), right).toBe(204)
  for (const wrong of ['Basic mei', 'Bearer', 'Bearermei', 'Bearer anna']) expect(await ask(wrong), wrong).toBe(401)
})

test('H4: keys that reach for the prototype are 400', async () => {
  expect((await post('{"proto":1,"constructor":1}')).statusCode).toBe(200)
  const attempts = [
    '{"__proto__":{"isStaff":true}}',
    '{"a":[{"__proto__":1}]}',
    '{"\\u005f_proto__":{}}',
    '{"constructor":{"prototype":{"isStaff":true}}}',
  ]
  for (const payload of attempts) expect(refusal(await post(payload)), payload).toEqual([400, 'malformed'])
  expect(({} as { isStaff?: boolean }).isStaff).toBeUndefined()
})

test('H4: twenty levels of nesting are read, one more is 400, brackets in a text do not count', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect((await post(nested(20))).statusCode).toBe(200)
  expect(refusal(await post(nested(21)))).toEqual([400, 'malformed'])
  expect((await post(JSON.stringify({ a: '[{"\\'.repeat(50) }))).statusCode).toBe(200)
})

test('H4: 256 KiB are read, more is 413, unless a route takes less', async () => {
  const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
  expect((await post(body(256 * 1024))).statusCode).toBe(200)
  expect(refusal(await post(body(256 * 1024 + 1)))).toEqual([413, 'tooLarge'])
  expect(refusal(await post(body(10 * 1024 * 1024)))).toEqual([413, 'tooLarge'])
  expect((await post(body(64), json, '/mgw/api/v2/small')).statusCode).toBe(204)
  expect(refusal(await post(body(65), json, '/mgw/api/v2/small'))).toEqual([413, 'tooLarge'])
  expect((await post(body(8 * 1024), json, '/auth/v1/sign-in-call')).statusCode).toBe(204)
  expect(refusal(await post(body(8 * 1024 + 1), json, '/auth/v1/sign-in-call'))).toEqual([413, 'tooLarge'])
})

test('H4: a form with files has each field once and no more than twenty, which is known before any is read', async () => {
  const boundary = 'a-boundary-that-no-file-has'
  const send = (names: readonly string[]) => {
    const parts = names.map(
      (name) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nof ${name}\r\n`,
    )
    const type = `multipart/form-data; boundary="${boundary}"`
    return post(`${parts.join('')}--${boundary}--\r\n`, { 'content-type': type }, '/mgw/api/v2/form')
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`)
  const answered = await send(numbered(20))
  expect([answered.statusCode, answered.json()]).toEqual([
    200,
    { fields: numbered(20).map((name) => [name, `of ${name}`]) },
  ])
  for (const names of [numbered(21), numbered(100_000), Array(100_000).fill('f')]) {
    const refused = await send(names)
    expect(refusal(refused)).toEqual([400, 'malformed'])
    expect(refused.json().errors[0].detail).toBe('The form has too many fields')
  }
  const twice = await send(['f', 'g', 'f'])
  expect(refusal(twice)).toEqual([400, 'malformed'])
  expect(twice.json().errors[0].detail).toBe('The form has a field twice')
})

test('H4: who asks is known before a body is read: nobody has one parsed that would be refused in any case', async () => {
  const send = (body: string, bearer?: string) =>
    post(body, { ...json, ...(bearer && { authorization: `Bearer ${bearer}` }) }, '/mgw/api/v2/closed')
  expect((await send('{"a":1}', 'free')).statusCode).toBe(204)
  const [broken, large] = ['{"a":', `{"a":"${'x'.repeat(64)}"}`]
  expect([refusal(await send(broken, 'free')), refusal(await send(large, 'free'))]).toEqual([
    [400, 'malformed'],
    [413, 'tooLarge'],
  ])
  for (const body of [broken, large]) {
    expect(refusal(await send(body))).toEqual([401, 'notSignedIn'])
    expect(refusal(await send(body, 'set'))).toEqual([403, 'passwordUpdateRequired'])
  }
})

test('H4: an address over 8 KiB or with a null byte is 400', async () => {
  const long = (length: number) => `/mgw/api/v2/echo/hi?loud=${'x'.repeat(length - 25)}`
  expect((await post({}, json, long(8 * 1024))).statusCode).toBe(200)
  expect(refusal(await post({}, json, long(8 * 1024 + 1)))).toEqual([400, 'malformed'])
  expect(refusal(await post({}, json, '/mgw/api/v2/echo/h%00i'))).toEqual([400, 'malformed'])
  expect(refusal(await post({}, json, '/mgw/api/v2/echo/hi?loud=%00'))).toEqual([400, 'malformed'])
})

test('H4: the server that listens waits for nobody for long, and takes a thousand connections', async () => {
  const listening = await testApp({ db, routes })
  await listening.listen({ port: 0, host: '127.0.0.1' })
  expect(listening.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Node checks timeouts at intervals: thirty seconds become thirty-five, not sixty.
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 10_000,
    maxConnections: 1_000,
  })
})

/** A server with short timeouts: a request has 300 ms, an upload must send 500 bytes in each further 400 ms. */
async function withShortTimeouts(upload: Partial<UploadLimits> = {}) {
  const slow = { ...uploadLimits, minBytes: 500, intervalMs: 400, ...upload }
  const times = { headers: 300, request: 300, timeoutCheckInterval: 20, upload: slow }
  const listening = await testApp({ db, routes: [bytes, echo, form], people, times })
  await listening.listen({ port: 0, host: '127.0.0.1' })
  const { port } = listening.server.address() as AddressInfo
  /** Sends chunks of 500 bytes, one each 25 ms, and returns the status of the response. */
  return async (
    pieces: number,
    { url = '/mgw/api/v2/bytes', bearer = 'free', type = 'application/octet-stream' } = {},
  ) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1')
    const over = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    socket.on('data', (said) => {
      heard += said
    })
    socket.on('error', () => undefined)
    socket.write(
      `POST ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
        `${bearer && `Authorization: Bearer ${bearer}\r\n`}Content-Length: 20000\r\n\r\n`,
    )
    for (let piece = 0; piece < pieces && socket.writable; piece++) {
      await pause(25)
      socket.write('x'.repeat(500))
    }
    await over
    return [heard.slice(9, 12), /"heard":(\d+)/.exec(heard)?.[1]]
  }
}

test('H4: an upload that keeps coming may take longer than another request, one that stalls is 408', async () => {
  const send = await withShortTimeouts()
  // One second in total, while other requests have three hundred milliseconds.
  expect(await send(40)).toEqual(['200', '20000'])
  expect(await send(0)).toEqual(['408', undefined])
  expect(await send(30)).toEqual(['408', undefined])
})

test('H4: who is not signed in, and whose body is no upload, has the time of every request however it comes', async () => {
  const send = await withShortTimeouts()
  const form = { url: '/mgw/api/v2/form', type: 'multipart/form-data; boundary=x' }
  const answers = [
    await send(40, { ...form, bearer: '' }),
    await send(40, { bearer: '' }),
    await send(40, { url: '/mgw/api/v2/echo/hi', type: 'application/json' }),
  ]
  expect(answers.map(([status]) => status)).toEqual(['408', '401', '408'])
  // The body is read to its end and is not a form.
  expect((await send(40, form))[0]).toBe('400')
})

test('H4: no upload takes longer than the longest, and of one person only some at once may take long', async () => {
  const brief = await withShortTimeouts({ maxMs: 600 })
  expect((await brief(40))[0]).toBe('408')
  const one = await withShortTimeouts({ person: 1 })
  const statuses = (await Promise.all([one(40), one(40)])).map(([status]) => status)
  expect(statuses.toSorted()).toEqual(['200', '408'])
  const few = await withShortTimeouts({ everybody: 0 })
  expect((await few(40))[0]).toBe('408')
})

test('H4: a parameter given twice, or not known, is 400 and named', async () => {
  const url = '/mgw/api/v2/echo/hi'
  expect(refusal(await post({}, json, `${url}?loud=1&loud=2`))).toEqual([
    400,
    'duplicateParameter',
    { parameter: 'loud' },
  ])
  expect(refusal(await post({}, json, `${url}?quiet=1`))).toEqual([400, 'unknownParameter', { parameter: 'quiet' }])
  expect(refusal(await app.inject('/healthz?x=1'))).toEqual([400, 'unknownParameter', { parameter: 'x' }])
})

test('F4: only our own hosts are answered; a load balancer may ask for health by any name', async () => {
  const production = await testApp({
    db,
    routes,
    configuration: {
      environment: 'production',
      publicUrl: 'https://app.lintel.example',
      hosts: ['10.0.0.7:8080'],
      regions: [{ subdomain: 'us', title: 'America', distinctiveLanguages: [], isDefault: false }],
    },
  })
  const ask = async (host: string, url = '/mgw/api/v2/fail') =>
    (await production.inject({ url, headers: { host } })).statusCode
  expect(await ask('app.lintel.example')).toBe(500)
  expect(await ask('us.lintel.example')).toBe(500)
  expect(await ask('10.0.0.7:8080')).toBe(500)
  for (const host of [
    'evil.example',
    'app.lintel.example.evil.example',
    'app.lintel.example:99',
    'localhost',
    '127.0.0.1',
    'eu.lintel.example',
  ]) {
    expect(await ask(host), host).toBe(421)
  }
  expect(await ask('evil.example', '/healthz')).toBe(200)
})

test('F4: outside production the loopback names are ours', async () => {
  for (const host of ['localhost:8080', '127.0.0.1:1234', '[::1]:8080', 'us.localhost:8080']) {
    expect((await app.inject({ url: '/healthz', headers: { host } })).statusCode, host).toBe(200)
    expect((await app.inject({ url: '/mgw/api/v2/fail', headers: { host } })).statusCode, host).toBe(500)
  }
  expect((await app.inject({ url: '/mgw/api/v2/fail', headers: { host: 'evil.example' } })).statusCode).toBe(421)
})

test('H5: an unforeseen failure is 500 with a request id that leads to it in the log, and nothing else', async () => {
  const answered = await app.inject('/mgw/api/v2/fail')
  const [error] = answered.json().errors
  expect(error).toEqual({
    id: answered.headers['x-request-id'],
    status: '500',
    code: 'internal',
    title: problems.internal.title,
    detail: problems.internal.title,
  })
  expect(answered.body).not.toMatch(/select|store\.ts|at /)
  expect(log.find((line) => line.includes(error.id) && line.includes('select secret'))).toBeDefined()
})

test('H5: what is not even HTTP is refused in the same form', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (bytes) => {
        heard += bytes
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  const nonsense = await say('nonsense\r\n\r\n')
  expect(nonsense).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(nonsense.split('\r\n\r\n')[1] ?? '').errors[0]).toMatchObject({ status: '400', code: 'malformed' })
  const headers = await say(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`)
  expect(headers).toMatch(/^HTTP\/1\.1 431 /)
  expect(JSON.parse(headers.split('\r\n\r\n')[1] ?? '').errors[0]).toMatchObject({ status: '431', code: 'tooLarge' })
})

test('an invalid bearer is 401, also where nobody needs one', async () => {
  const answered = await app.inject({ url: '/healthz', headers: { authorization: 'Bearer nobody' } })
  expect(refusal(answered)).toEqual([401, 'invalidToken'])
})

test('D5: whoever was signed out while a handler was at work for more than a second changes nothing any more', async () => {
  let at = Date.parse('2026-03-01T12:00:00Z')
  let heard: { now: number; receivedAt: number | undefined }[] = []
  let current = person('slow@b.no')
  let isSignedOut = false
  let whileAtWork = () => {}
  const slow = answer(call({ method: 'DELETE', path: '/mgw/api/v2/slow', summary: 'Takes its time' }), {
    may: anyone,
    run: async ({ change }) => {
      whileAtWork()
      await change(async ({ audit }) => audit({ action: 'slow.delete', customer: null }))
    },
  })
  const server = await buildHttp({
    platform: { ...testPlatform(db), clock: () => at },
    logger: pino({ level: 'silent' }),
    authenticate: async (_bearer, now, _origin, { receivedAt } = {}) => {
      heard.push({ now, receivedAt })
      if (isSignedOut) throw new Problem('sessionExpired')
      return current
    },
    admit: () => undefined,
    routes: [slow],
  })
  onCleanup(() => server.close())
  const ask = async (meanwhile: () => void) => {
    heard = []
    whileAtWork = meanwhile
    const url = '/mgw/api/v2/slow'
    return (await server.inject({ method: 'DELETE', url, headers: { authorization: 'Bearer any' } })).statusCode
  }
  const changedBy = async () => {
    const events = db.selectFrom('audit_event').select('actor_email').where('action', '=', 'slow.delete')
    return (await events.orderBy('sequence').execute()).map(({ actor_email }) => actor_email)
  }
  const begin = at
  // A bearer that expires meanwhile is still valid: only the session must not have ended.
  const twice = [
    { now: begin, receivedAt: begin },
    { now: begin + 1_001, receivedAt: begin },
  ]
  const elsewhere = () => {
    at += 1_001
    current = person('renamed@b.no')
  }
  expect(await ask(elsewhere)).toBe(204)
  expect(heard).toEqual(twice)
  expect(await changedBy()).toEqual(['renamed@b.no'])
  at = begin
  const signOut = () => {
    at += 1_001
    isSignedOut = true
  }
  expect(await ask(signOut)).toBe(401)
  expect(heard).toEqual(twice)
  expect(await changedBy()).toEqual(['renamed@b.no'])
  at = begin
  isSignedOut = false
  const restrict = () => {
    at += 1_001
    current = person('renamed@b.no', { restriction: 'password' })
  }
  expect(await ask(restrict)).toBe(403)
  expect(await changedBy()).toEqual(['renamed@b.no'])
})

test('somebody who must set a password first reaches only what serves that', async () => {
  const open = answer(call({ method: 'GET', path: '/mgw/api/v2/open', summary: 'Open' }), {
    may: anyone,
    whileRestricted: true,
    run: async () => undefined,
  })
  const shut = answer(call({ method: 'GET', path: '/mgw/api/v2/shut', summary: 'Shut' }), {
    may: anyone,
    run: async () => undefined,
  })
  const people = {
    free: person('free@b.no'),
    password: person('a@b.no', { restriction: 'password' }),
    factor: person('c@b.no', { restriction: 'secondFactor' }),
  }
  const restricted = await testApp({ db, routes: [open, shut], people })
  const ask = (url: string, name: string) => restricted.inject({ url, headers: { authorization: `Bearer ${name}` } })
  for (const name of Object.keys(people)) expect((await ask('/mgw/api/v2/open', name)).statusCode).toBe(204)
  expect((await ask('/mgw/api/v2/shut', 'free')).statusCode).toBe(204)
  expect(refusal(await ask('/mgw/api/v2/shut', 'password'))).toEqual([403, 'passwordUpdateRequired'])
  expect(refusal(await ask('/mgw/api/v2/shut', 'factor'))).toEqual([403, 'mfaRequired'])
})

test('B6: an address is taken from X-Forwarded-For only when a trusted proxy says so', async () => {
  const seen = answer(
    call({ method: 'GET', path: '/mgw/api/v2/ip', summary: 'Address', answer: z.object({ ip: z.string() }) }),
    {
      anonymous: true,
      may: anyone,
      run: async ({ origin }) => ({ ip: origin.ip }),
    },
  )
  const direct = await testApp({ db, routes: [seen] })
  const proxied = await testApp({ db, routes: [seen], configuration: { trustedProxies: ['10.0.0.0/8'] } })
  const ask = async (server: typeof direct, remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await server.inject({ url: '/mgw/api/v2/ip', remoteAddress, headers })).json().ip
  }
  expect(await ask(proxied, '10.1.2.3', '203.0.113.9')).toBe('203.0.113.9')
  expect(await ask(proxied, '10.1.2.3', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  expect(await ask(proxied, '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
  expect(await ask(proxied, '10.1.2.3', 'rubbish')).toBe('10.1.2.3')
  expect(await ask(direct, '10.1.2.3', '203.0.113.9')).toBe('10.1.2.3')
})

test('H3: a call answered from a cookie is for our own pages only', async () => {
  const guarded = answer(call({ method: 'POST', path: '/auth/v1/guarded', summary: 'Guarded' }), {
    anonymous: true,
    may: anyone,
    sameSiteOnly: true,
    run: async () => undefined,
  })
  const pages = await testApp({
    db,
    routes: [guarded],
    configuration: { publicUrl: 'https://lintel.example', environment: 'production' },
  })
  const ask = async (headers: Record<string, string>) =>
    (await pages.inject({ method: 'POST', url: '/auth/v1/guarded', headers: { host: 'lintel.example', ...headers } }))
      .statusCode
  const ours = {
    cookie: 'refresh=x',
    origin: 'https://lintel.example',
    'sec-fetch-site': 'same-origin',
    'x-requested-with': 'lintel-web',
  }
  expect(await ask(ours)).toBe(204)
  expect(await ask({})).toBe(204)
  expect(await ask({ ...ours, origin: 'https://evil.example' })).toBe(403)
  expect(await ask({ ...ours, origin: 'https://lintel.example.evil.example' })).toBe(403)
  expect(await ask({ ...ours, origin: 'null' })).toBe(403)
  expect(await ask({ ...ours, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await ask({ ...ours, 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await ask({ cookie: 'refresh=x', origin: 'https://lintel.example' })).toBe(403)
  expect(await ask({ cookie: 'refresh=x' })).toBe(403)
  // A form on another site sends no cookie and, from some browsers, no origin.
  expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(204)
  expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await ask({ 'sec-fetch-site': 'same-site' })).toBe(403)
})

test('H3: a page under another name of the server is ours for calls to that name, over https alone', async () => {
  const guarded = answer(call({ method: 'POST', path: '/auth/v1/guarded', summary: 'Guarded' }), {
    anonymous: true,
    may: anyone,
    sameSiteOnly: true,
    run: async () => undefined,
  })
  const pages = await testApp({
    db,
    routes: [guarded],
    configuration: {
      publicUrl: 'https://app.lintel.example',
      environment: 'production',
      hosts: ['portal.example:8443'],
      regions: [{ subdomain: 'us', title: 'America', distinctiveLanguages: [], isDefault: true }],
    },
  })
  const ask = async (host: string, origin: string) => {
    const headers = { host, origin, cookie: 'refresh=x', 'x-requested-with': 'lintel-web' }
    return (await pages.inject({ method: 'POST', url: '/auth/v1/guarded', headers })).statusCode
  }
  for (const host of ['app.lintel.example', 'us.lintel.example', 'portal.example:8443']) {
    expect(await ask(host, `https://${host}`), host).toBe(204)
    expect(await ask(host, `http://${host}`), host).toBe(403)
    expect(await ask(host, `https://evil.example`), host).toBe(403)
    expect(await ask(host, 'null'), host).toBe(403)
  }
  expect(await ask('app.lintel.example', 'https://us.lintel.example')).toBe(403)
  expect(await ask('us.lintel.example', 'https://portal.example:8443')).toBe(403)
  expect(await ask('portal.example:8443', 'https://portal.example')).toBe(403)
  expect(await ask('evil.example', 'https://evil.example')).toBe(421)
  expect(await ask('localhost', 'https://localhost')).toBe(421)
})
