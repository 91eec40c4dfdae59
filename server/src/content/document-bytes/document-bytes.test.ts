import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { documents } from '@lintel/contract/content/documents'
import { folders } from '@lintel/contract/content/folders'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { expect, test } from 'vitest'
import { type CustomerKey, customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'
import { openObjectStore } from '../../platform/objects/open-object-store'

const { app, as, bearer, clock, db, platform } = await world({ documentMegabytes: 2 })
// The request timeout is 0.4 seconds here instead of 30; uploads may still take longer.
Object.assign(app.server, { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 })
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const harbour = projectId('NB-2041')
const store = openObjectStore(platform.configuration)
const base = `/project-${harbour}/api/v1/documents`

const add = async (name: string) =>
  (await as('kari').post(inProject(documents, harbour), { name, folder: null, labels: [], project: harbour })).id
const upload = (id: string, payload: Buffer | Readable, headers: Record<string, string> = {}, who = 'kari') =>
  as(who).inject({
    method: 'POST',
    url: `${base}/${id}/versions`,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    payload,
  })
const download = (id: string, headers: Record<string, string> = {}, query = '', who = 'mei') =>
  as(who).inject({ method: 'GET', url: `${base}/${id}/content${query}`, headers })
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code
const keysKept = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
const incoming = join(platform.configuration.dataDirectory, 'objects', 'incoming')
/** An upload during which something happens between its first and last bytes. */
const uploadWhile = async (id: string, who: string, happens: () => Promise<unknown>) => {
  const bytes = new PassThrough()
  const answer = upload(id, bytes, {}, who)
  bytes.write('first and ')
  await expect.poll(async () => (await readdir(incoming).catch(() => [])).length).toBe(1)
  await happens()
  bytes.end('last')
  return answer
}
const hibernate = (isHibernated: boolean) =>
  db
    .updateTable('project')
    .set({ is_hibernated: isHibernated, hibernated_at: isHibernated ? new Date().toISOString() : null })
    .where('id', '=', harbour)
    .execute()
const versionsOf = (id: string) =>
  db
    .selectFrom('document_version')
    .select(['number', 'size', 'object_key', 'checksum'])
    .where('document_id', '=', id)
    .orderBy('number')
    .execute()

test('versions of a document are uploaded and downloaded, the newest or an older one, and the record says what is newest', async () => {
  const id = await add('Plan of the pier.pdf')
  const [first, second] = [randomBytes(700_000), Buffer.from('%PDF-1.4 second')]
  expect((await download(id)).statusCode).toBe(404)
  expect((await upload(id, first)).json()).toEqual({ revision: 1, size: 700_000, mediaType: 'application/pdf' })
  expect((await upload(id, second)).json()).toMatchObject({ revision: 2 })
  expect((await download(id)).rawPayload.equals(second)).toBe(true)
  expect((await download(id, {}, '?revision=1')).rawPayload.equals(first)).toBe(true)
  expect((await download(id, {}, '?revision=3')).statusCode).toBe(404)
  expect((await download(id, {}, '?revision=2147483647')).statusCode).toBe(404)
  for (const revision of ['0', '3000000000']) {
    expect((await download(id, {}, `?revision=${revision}`)).statusCode).toBe(400)
  }
  expect(await as('mei').get(inProject(documents, harbour), id)).toMatchObject({
    revision: 2,
    size: second.length,
    mediaType: 'application/pdf',
  })
  const stored = await versionsOf(id)
  expect(stored.map(({ number, checksum }) => [number, checksum])).toEqual([
    [1, createHash('sha256').update(first).digest('hex')],
    [2, createHash('sha256').update(second).digest('hex')],
  ])
  const events = db.selectFrom('audit_event').select('after').where('action', '=', 'documents.upload')
  expect(await events.where('target_id', '=', id).execute()).toHaveLength(2)
})

test('the versions of a document are listed, the newest first, and each one’s bytes are read by its revision', async () => {
  const id = await add('Plan of the quay.pdf')
  const list = async (query = '', who = 'mei') => {
    const answer = await as(who).inject({ method: 'GET', url: `${base}/${id}/versions${query}` })
    return answer.statusCode === 200 ? answer.json().data : answer.statusCode
  }
  expect(await list()).toEqual([])
  const versions = [Buffer.from('%PDF-1.4 first'), Buffer.from('%PDF-1.4 the second'), Buffer.from('%PDF-1.4 3')]
  for (const [at, bytes] of versions.entries()) await upload(id, bytes, {}, at === 1 ? 'ola' : 'kari')
  const listed = await list()
  const emails = { kari: 'kari@nordbygg.example', ola: 'ola@nordbygg.example' }
  expect(listed).toMatchObject([
    { revision: 3, size: 10, mediaType: 'application/pdf', createdBy: emails.kari, current: true },
    { revision: 2, size: 19, createdBy: emails.ola, current: false },
    { revision: 1, size: 14, createdBy: emails.kari, current: false },
  ])
  for (const { revision, size, createdAt } of listed) {
    const { rawPayload } = await download(id, {}, `?revision=${revision}`)
    expect(rawPayload.equals(versions[revision - 1] ?? Buffer.alloc(0))).toBe(true)
    expect(rawPayload.length).toBe(size)
    expect(Date.parse(createdAt)).toBeGreaterThan(0)
  }
  expect(await list('?before=2')).toMatchObject([{ revision: 1 }])
  expect(await list('?before=1')).toEqual([])
  for (const query of ['?before=0', '?before=3000000000', '?before=x', '?after=1']) expect(await list(query)).toBe(400)
})

test('parts of a document are downloaded by range, and a part that is not there is 416', async () => {
  const id = await add('Alphabet.txt')
  await upload(id, Buffer.from('abcdefghijklmnopqrstuvwxyz'))
  const part = async (range: string, more: Record<string, string> = {}) => {
    const answer = await download(id, { range, ...more })
    return [answer.statusCode, answer.statusCode < 300 ? answer.body : codeOf(answer), answer.headers['content-range']]
  }
  expect(await part('bytes=0-2')).toEqual([206, 'abc', 'bytes 0-2/26'])
  expect(await part('bytes=23-')).toEqual([206, 'xyz', 'bytes 23-25/26'])
  expect(await part('bytes=-2')).toEqual([206, 'yz', 'bytes 24-25/26'])
  expect(await part('bytes=24-900')).toEqual([206, 'yz', 'bytes 24-25/26'])
  expect(await part('bytes=26-')).toEqual([416, 'rangeNotSatisfiable', 'bytes */26'])
  const whole = [200, 'abcdefghijklmnopqrstuvwxyz', undefined]
  for (const nonsense of ['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
    expect(await part(nonsense)).toEqual(whole)
  const { etag } = (await download(id)).headers
  expect((await part('bytes=0-0', { 'if-range': String(etag) }))[1]).toBe('a')
  expect(await part('bytes=0-0', { 'if-range': '"older"' })).toEqual(whole)
})

test('a download is 304 for who has the version, 412 for who expects another, and HEAD has no parts', async () => {
  const id = await add('Conditions.txt')
  await upload(id, Buffer.from('first'))
  const etag = String((await download(id)).headers.etag)
  const ask = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await as('mei').inject({ method, url: `${base}/${id}/content`, headers })
    return [answer.statusCode, answer.statusCode < 400 ? answer.body : codeOf(answer), answer.headers.etag]
  }
  // Nothing is read from the store for these answers.
  const [version] = await versionsOf(id)
  await store.remove(version?.object_key ?? '')
  for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*'])
    expect(await ask({ 'if-none-match': known, range: 'bytes=0-1' }), known).toEqual([304, '', etag])
  expect(await ask({ 'if-none-match': etag }, 'HEAD')).toEqual([304, '', etag])
  for (const expected of ['"older"', `W/${etag}`])
    expect(await ask({ 'if-match': expected, 'if-none-match': etag }), expected).toEqual([412, 'stale', undefined])
  await upload(id, Buffer.from('second'))
  const current = String((await download(id)).headers.etag)
  expect(await ask({ 'if-none-match': etag })).toEqual([200, 'second', current])
  for (const expected of [current, `"older", ${current}`, '*'])
    expect(await ask({ 'if-match': expected }), expected).toEqual([200, 'second', current])
  const head = await as('mei').inject({ method: 'HEAD', url: `${base}/${id}/content`, headers: { range: 'bytes=0-1' } })
  expect([head.statusCode, head.headers['content-length'], head.headers['content-range']]).toEqual([
    200,
    '6',
    undefined,
  ])
})

test('what a browser could run comes as a download, and nothing is guessed', async () => {
  for (const [name, type, disposition] of [
    ['Site “A” 100 %.pdf', 'application/pdf', 'inline'],
    ['Facade.png', 'image/png', 'inline'],
    ['Logo.svg', 'image/svg+xml', 'attachment'],
    ['Page.html', 'text/html', 'attachment'],
    ['Script', 'application/octet-stream', 'attachment'],
  ] as const) {
    const id = await add(name)
    await upload(id, Buffer.from('<script>alert(1)</script>'))
    const { headers } = await download(id)
    expect(String(headers['content-type'])).toMatch(new RegExp(`^${type.replace('+', '\\+')}`))
    expect(headers['x-content-type-options']).toBe('nosniff')
    const given = String(headers['content-disposition'])
    expect(given.startsWith(`${disposition}; filename="`)).toBe(true)
    expect(given).toMatch(/^[\x20-\x7e]*$/)
    expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(given)?.[1] ?? '')).toBe(name)
  }
})

test('names that are paths or that systems keep for themselves are refused for documents and folders', async () => {
  await add('Ordinary.pdf')
  for (const name of ['../secret.pdf', 'a/b.pdf', 'a\\b.pdf', '..', 'CON', 'nul.txt', 'a:b.pdf']) {
    await expect(add(name)).rejects.toMatchObject({ status: 422 })
    const folder = as('kari').post(inProject(folders, harbour), { name, parent: null, labels: [], project: harbour })
    await expect(folder).rejects.toMatchObject({ status: 422 })
  }
})

test('what is too large, or not what its digest says, leaves nothing', async () => {
  const id = await add('Large.zip')
  const before = await keysKept()
  const large = await upload(id, Buffer.alloc(2_000_001))
  expect([large.statusCode, codeOf(large)]).toEqual([413, 'tooLarge'])
  const digest = (bytes: string) => ({
    'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
  })
  const other = await upload(id, Buffer.from('what came'), digest('what was sent'))
  expect([other.statusCode, codeOf(other)]).toEqual([400, 'malformed'])
  expect(await keysKept()).toEqual(before)
  expect(await versionsOf(id)).toEqual([])
  expect((await upload(id, Buffer.from('what came'), digest('what came'))).statusCode).toBe(201)
  const asJson = as('kari').inject({
    method: 'POST',
    url: `${base}/${id}/versions`,
    headers: { 'content-type': 'text/html' },
    payload: 'x',
  })
  expect((await asJson).statusCode).toBe(415)
})

test('an upload that breaks off, or is shorter than it says, leaves neither bytes nor a version', async () => {
  const id = await add('Broken.pdf')
  const before = await keysKept()
  const token = await bearer('kari')
  const send = (length: string, body: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(address.port), address.hostname, () => {
        socket.write(
          `POST ${base}/${id}/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Type: application/octet-stream\r\n${length}\r\n\r\n${body}`,
          () => setImmediate(() => socket.destroySoon()),
        )
      })
      socket.on('close', () => resolve())
      socket.on('error', reject)
      socket.resume()
    })
  await send('Content-Length: 1000000', 'x'.repeat(100_000))
  await send('Transfer-Encoding: chunked', `5\r\nhello\r\n`)
  await expect.poll(async () => (await keysKept()).length).toBe(before.length)
  expect(await versionsOf(id)).toEqual([])
  expect((await upload(id, Buffer.from('whole'))).statusCode).toBe(201)
})

test('H4: a document that comes slowly but steadily is stored, one that stalls is 408 and leaves nothing', async () => {
  const id = await add('Over a slow line.pdf')
  const token = await bearer('kari')
  /** Sends this many bytes at once, then 100 every 0.1 seconds; returns the first line of the response. */
  const send = async (first: number, pieces: number, length: number) => {
    let received = ''
    const socket = connect(Number(address.port), address.hostname)
    const over = once(socket, 'close')
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.write(
      `POST ${base}/${id}/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(first)}`,
    )
    for (let piece = 0; piece < pieces; piece++) {
      await pause(100)
      socket.write('x'.repeat(100))
    }
    await over
    return received.split('\r\n')[0]
  }
  const before = await keysKept()
  expect(await send(10_000, 0, 41_000)).toBe('HTTP/1.1 408 Request Timeout')
  await expect.poll(() => readdir(incoming)).toEqual([])
  expect([await keysKept(), await versionsOf(id)]).toEqual([before, []])
  expect(await send(40_000, 10, 41_000)).toBe('HTTP/1.1 201 Created')
  expect(await versionsOf(id)).toMatchObject([{ size: 41_000 }])
})

test('while the store is away or full, uploads and downloads are 503 and nothing is half done', async () => {
  const id = await add('Away.pdf')
  expect((await upload(id, Buffer.from('kept'))).statusCode).toBe(201)
  await rm(incoming, { recursive: true, force: true })
  await writeFile(incoming, 'a file where the folder was')
  const away = await upload(id, Buffer.from('lost'))
  expect([away.statusCode, codeOf(away), away.headers['retry-after']]).toEqual([503, 'objectStoreAway', '30'])
  await rm(incoming)
  expect(await versionsOf(id)).toHaveLength(1)
  const [{ object_key: key } = { object_key: '' }] = await versionsOf(id)
  await store.remove(key)
  const lost = await download(id)
  expect([lost.statusCode, codeOf(lost)]).toEqual([503, 'objectStoreAway'])
  expect((await upload(id, Buffer.from('again'))).statusCode).toBe(201)
  expect((await download(id)).body).toBe('again')
})

test('G2: bytes and versions of another tenant’s, another project’s or an unknown document are not found by any address', async () => {
  const id = await add('Ours.pdf')
  await upload(id, Buffer.from('ours'))
  expect((await download(id, {}, '', 'kari')).statusCode).toBe(200)
  expect((await download(id, {}, '', 'gro@fjellbane.example')).statusCode).toBe(404)
  expect((await upload(id, Buffer.from('theirs'), {}, 'gro@fjellbane.example')).statusCode).toBe(404)
  const otherProjectUrl = `/project-${projectId('NB-2042')}/api/v1/documents/${id}/content`
  expect((await as('kari').inject({ method: 'GET', url: otherProjectUrl })).statusCode).toBe(404)
  const flat = `/mgw/api/v3/documents/${id}/content?projectId=${harbour}`
  expect((await as('kari').inject({ method: 'GET', url: flat })).body).toBe('ours')
  expect((await as('gro@fjellbane.example').inject({ method: 'GET', url: flat })).statusCode).toBe(404)
  const versions = async (project: string, document: string, who: string) =>
    (await as(who).inject({ method: 'GET', url: `/project-${project}/api/v1/documents/${document}/versions` }))
      .statusCode
  expect(await versions(harbour, id, 'kari')).toBe(200)
  expect(await versions(harbour, id, 'gro@fjellbane.example')).toBe(404)
  expect(await versions(projectId('NB-2042'), id, 'kari')).toBe(404)
  for (const unknown of [projectId('NB-2042'), 'nonsense']) expect(await versions(harbour, unknown, 'kari')).toBe(404)
})

test('nothing is uploaded to a hibernated project: 409, whoever asks that sees it', async () => {
  const id = await add('Asleep.pdf')
  expect((await upload(id, Buffer.from('awake'))).statusCode).toBe(201)
  expect(codeOf(await upload(id, Buffer.from('by a member'), {}, 'mei'))).toBe('forbidden')
  const before = await keysKept()
  await hibernate(true)
  for (const who of ['ola', 'kari', 'anna', 'mei']) {
    const refused = await upload(id, Buffer.from('asleep'), {}, who)
    expect([who, refused.statusCode, codeOf(refused)]).toEqual([who, 409, 'projectHibernated'])
  }
  await hibernate(false)
  expect(await keysKept()).toEqual(before)
  expect(await versionsOf(id)).toHaveLength(1)
})

test('who may not write the document any more when its last bytes come is refused, and nothing of it is kept', async () => {
  const id = await add('Slow.pdf')
  const kari = personId('kari@nordbygg.example')
  expect((await uploadWhile(id, 'kari', async () => undefined)).statusCode).toBe(201)
  expect((await download(id)).body).toBe('first and last')
  const before = await keysKept()
  const member = await db
    .selectFrom('project_member')
    .selectAll()
    .where('project_id', '=', harbour)
    .where('user_id', '=', kari)
    .executeTakeFirstOrThrow()
  const leave = () =>
    db.deleteFrom('project_member').where('project_id', '=', harbour).where('user_id', '=', kari).execute()
  const enter = (level: number) =>
    db
      .insertInto('project_member')
      .values({ ...member, privilege_level: level })
      .execute()
  const refused = async (happens: () => Promise<unknown>) => {
    const answer = await uploadWhile(id, 'kari', happens)
    expect(await keysKept()).toEqual(before)
    return [answer.statusCode, codeOf(answer)]
  }
  expect(await refused(leave)).toEqual([404, 'notFound'])
  await enter(member.privilege_level)
  expect(
    await refused(async () => {
      await leave()
      await enter(10)
    }),
  ).toEqual([403, 'forbidden'])
  await leave()
  await enter(member.privilege_level)
  expect(await refused(() => hibernate(true))).toEqual([409, 'projectHibernated'])
  await hibernate(false)
  const signOut = async () => {
    await db.deleteFrom('session').where('user_id', '=', kari).execute()
    clock.advance(2_000)
  }
  expect(await refused(signOut)).toEqual([401, 'sessionExpired'])
  // An access token lasts ten minutes: it has to be valid when the upload begins, the session until it ends.
  expect((await uploadWhile(id, 'kari', async () => clock.advance(20 * 60_000))).statusCode).toBe(201)
  expect(await versionsOf(id)).toHaveLength(2)
  expect((await upload(id, Buffer.from('again'))).statusCode).toBe(201)
})

test('an upload is told of to the customer that has the project when its last bytes come', async () => {
  const id = await add('Moved.pdf')
  const uploadEvents = () =>
    db
      .selectFrom('audit_event')
      .select('tenant_id as customer')
      .where('action', '=', 'documents.upload')
      .where('target_id', '=', id)
  expect((await upload(id, Buffer.from('here'))).statusCode).toBe(201)
  const move = (customer: CustomerKey) =>
    db
      .updateTable('project')
      .set({ customer_id: customerId(customer) })
      .where('id', '=', harbour)
      .execute()
  const moved = await uploadWhile(id, 'kari', () => move('eiendom'))
  await move('nordbygg')
  expect(moved.statusCode).toBe(201)
  expect(await uploadEvents().orderBy('occurred_at').execute()).toEqual([
    { customer: customerId('nordbygg') },
    { customer: customerId('eiendom') },
  ])
})
