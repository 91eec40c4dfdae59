import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonymous } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSmtpServer } from '../../../test/smtp'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import type { Configuration } from '../configuration'
import { runChange } from '../context'
import { startWorkers, type Workers } from '../jobs/workers'
import { enqueueMail, type NewMail } from './mail'
import { openMailer } from './mailer'
import { outboxRoutes } from './outbox-page'
import { sendMailJob, sweepMailJob } from './send-mail'

const { db } = await testDatabase()
const server = await startSmtpServer()
const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-mail-'))
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

const settings: Partial<Configuration> = {
  dataDirectory,
  publicUrl: 'https://lintel.example',
  mailFrom: 'Lintel <no-reply@lintel.example>',
  smtpUrl: server.url,
}
let now = Date.parse('2026-03-01T10:00:00Z')
/** How often the workers read the clock, which they do once per poll. */
let asked = 0
const clock = () => {
  asked += 1
  return now
}
const platformWith = (more: Partial<Configuration> = {}) => ({ ...testPlatform(db, { ...settings, ...more }), clock })
const platform = platformWith()

const kari = uuidv7()
await db
  .insertInto('app_user')
  .values({
    id: kari,
    email: 'kari.mail@nordbygg.example',
    given_name: 'Kåri',
    family_name: '<b>Moen</b>',
    language: 'nb-NO',
  })
  .execute()

const started: Workers[] = []
const start = (on = platform) =>
  started.push(startWorkers(on, [sendMailJob(openMailer(on.configuration))], { pollInterval: 20 }))

beforeEach(async () => {
  await db.deleteFrom('job').execute()
  await db.deleteFrom('mail').execute()
  Object.assign(server, { mails: [], attempts: 0, behaviour: 'takes' })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((workers) => workers.stop(1_000)))
})

const link = 'https://lintel.example/login?email=kari&tmppass=verysecret'
const invitation: NewMail<'first-invitation'> = {
  to: kari,
  kind: 'first-invitation',
  values: { inviter: 'Ola Berge', project: 'Barcode Harbour', link, expiresAt: '2026-03-08T10:00:00.000Z' },
}
const invite = (more: Partial<typeof invitation> = {}, on = platform) =>
  runChange(on, { actor: anonymous, requestId: 'test', ip: '', userAgent: null }, async (change) => {
    change.audit({ action: 'person.invite', customer: null })
    return enqueueMail(change, { ...invitation, ...more })
  })
const mails = () => db.selectFrom('mail').select(['state', 'values_encrypted', 'last_error']).execute()
/** Waits until the workers have completed a poll that started after the call. */
async function looked(): Promise<void> {
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before + 4)
}
const settled = async (state: string) => expect.poll(async () => (await mails())[0]?.state).toBe(state)

/** The decoded text of a MIME part. */
function decoded(source: string): string {
  const joined = source.replaceAll(/=\r\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

test('a mail goes to the stored address, in the language of the profile, as text and as HTML', async () => {
  const id = await invite()
  start()
  await settled('sent')
  expect(server.mails).toHaveLength(1)
  const [{ from, to, source } = { from: '', to: [], source: '' }] = server.mails
  expect([from, to]).toEqual(['no-reply@lintel.example', ['kari.mail@nordbygg.example']])
  expect(source).toContain(`Message-ID: <${id}@lintel.example>`)
  expect(source).toContain('Auto-Submitted: auto-generated')
  expect(source).toMatch(/^Date: Sun, 01 Mar 2026 10:00:00 \+0000/m)
  expect(source).toMatch(/multipart\/alternative/)
  const text = decoded(source)
  expect(text).toContain('Hei Kåri')
  expect(text).toContain('8. mars 2026')
  expect(text).toContain('&lt;b&gt;Moen&lt;/b&gt;')
  expect(text.split(link.replaceAll('&', '&amp;'))).toHaveLength(2)
  expect(text).toContain(link)
})

test('a mail to an address that is not the stored one goes there, and greets nobody by name', async () => {
  const address = 'kari.new@elsewhere.example'
  await invite({ address })
  start()
  await settled('sent')
  const [{ to, source } = { to: [], source: '' }] = server.mails
  expect(to).toEqual([address])
  expect(decoded(source)).not.toContain('Kåri')
  const [row] = await db.selectFrom('mail').select(['address', 'values_encrypted']).execute()
  expect(row).toEqual({ address: null, values_encrypted: null })
})

test('who chose no language is written to in the one that their browser said', async () => {
  const chosen = (language: string | null, browser_locale: string | null) =>
    db.updateTable('app_user').set({ language, browser_locale }).where('id', '=', kari).execute()
  await chosen(null, 'pl')
  await invite()
  start()
  await settled('sent')
  await chosen('nb-NO', 'pl')
  await db.deleteFrom('mail').execute()
  await invite()
  await settled('sent')
  await chosen('nb-NO', null)
  const texts = server.mails.map(({ source }) => /lang=3D"(..)"|lang="(..)"/.exec(source)?.slice(1).find(Boolean))
  expect(texts).toEqual(['pl', 'nb'])
})

test('a mail that is to be sent later has the date of that time', async () => {
  const sendAt = now + 5 * 3_600_000
  await invite({ sendAt })
  start()
  await looked()
  expect(server.mails).toEqual([])
  now = sendAt
  await settled('sent')
  expect(server.mails[0]?.source).toContain(`Date: ${new Date(sendAt).toUTCString().replace('GMT', '+0000')}`)
})

test('F7: a mail is there with its change or not at all', async () => {
  const failing = runChange(
    platform,
    { actor: anonymous, requestId: 'test', ip: '', userAgent: null },
    async (change) => {
      await enqueueMail(change, invitation)
      throw new Error('no')
    },
  )
  await expect(failing).rejects.toThrow('no')
  expect(await mails()).toEqual([])
  expect(await db.selectFrom('job').selectAll().execute()).toEqual([])
})

test('F7: what the mail carries is encrypted while it waits and gone when it is sent', async () => {
  await invite()
  const [waiting] = await mails()
  expect(waiting?.values_encrypted).toMatch(/^v1\./)
  const { rows } = await sql<{
    all: string
  }>`select concat(row_to_json(mail), row_to_json(job)) as all from mail, job`.execute(db)
  expect(rows[0]?.all).not.toContain('verysecret')
  start()
  await settled('sent')
  expect(await mails()).toEqual([{ state: 'sent', values_encrypted: null, last_error: null }])
})

test('F6: the address is the one stored when the mail is sent, and one that could mislead a server is not written to', async () => {
  await invite()
  await db.updateTable('app_user').set({ email: 'kari.new@nordbygg.example' }).where('id', '=', kari).execute()
  start()
  await settled('sent')
  expect(server.mails[0]?.to).toEqual(['kari.new@nordbygg.example'])

  await db.deleteFrom('mail').execute()
  await db
    .updateTable('app_user')
    .set({ email: '"a,b@evil.example"@nordbygg.example' })
    .where('id', '=', kari)
    .execute()
  await invite()
  await settled('dead')
  await db.updateTable('app_user').set({ email: 'kari.mail@nordbygg.example' }).where('id', '=', kari).execute()
  expect(server.mails).toHaveLength(1)
})

test('K3: a server that is down, refuses for now, hangs up or falls silent gets the mail later, once', async () => {
  start(platformWith({ smtpUrl: `${server.url}/?socketTimeout=3000` }))
  const moods = [
    { refuses: 451, at: 'content' },
    { refuses: 450, at: 'recipient' },
    // A sender that the server does not accept is a configuration that is corrected.
    { refuses: 550, at: 'sender' },
    'hangs up',
    'falls silent',
  ] as const
  const waits = [60, 300, 1_800, 7_200, 14_400]
  await invite()
  for (const [at, behaviour] of moods.entries()) {
    server.behaviour = behaviour
    await expect.poll(() => server.attempts).toBe(at + 1)
    await expect
      .poll(async () => (await db.selectFrom('job').select('leased_by').executeTakeFirst())?.leased_by)
      .toBeNull()
    expect(await mails()).toMatchObject([{ state: 'waiting' }])
    const next = moods[at + 1]
    server.behaviour = next ?? 'takes'
    now += ((waits[at] ?? 0) - 1) * 1_000
    await looked()
    expect(server.attempts).toBe(at + 1)
    now += 1_000
  }
  await settled('sent')
  await looked()
  expect(server.mails).toHaveLength(1)
})

test('a server may take ten minutes to accept a mail', async () => {
  const waits = vi.spyOn(Socket.prototype, 'setTimeout')
  onTestFinished(() => waits.mockRestore())
  await invite()
  start()
  await settled('sent')
  expect(waits.mock.calls.map(([ms]) => ms)).toContain(600_000)
})

test('K3: no server at all is waited for', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as { port: number }
  await new Promise<void>((resolve) => closed.close(() => resolve()))
  // The request that invites completes before any delivery attempt.
  await invite()
  start(platformWith({ smtpUrl: `smtp://127.0.0.1:${port}` }))
  await expect
    .poll(async () => (await db.selectFrom('job').select('last_error').executeTakeFirst())?.last_error)
    .toMatch(/ECONNREFUSED/)
  expect(await mails()).toMatchObject([{ state: 'waiting' }])
})

test('K3: a refusal for good is not repeated: the mail is dead, wiped and in the trail', async () => {
  for (const at of ['recipient', 'content'] as const) {
    await db.deleteFrom('mail').execute()
    server.attempts = 0
    server.behaviour = { refuses: 550, at }
    const id = await invite()
    start()
    await settled('dead')
    expect(server.attempts).toBe(1)
    expect(await mails()).toMatchObject([{ values_encrypted: null, last_error: expect.stringContaining('550') }])
    const event = db.selectFrom('audit_event').select(['action', 'result']).where('target_id', '=', id)
    expect(await event.execute()).toEqual([{ action: 'mail.dead', result: 'failure' }])
  }
})

test('F7: after a day of trying a mail is dead, and the trail says so', async () => {
  server.behaviour = { refuses: 421, at: 'content' }
  const begun = now
  const id = await invite()
  start()
  // Advance the clock to each next attempt as soon as the previous one has ended.
  const goOn = async () => {
    const job = await db.selectFrom('job').select(['run_at', 'leased_by', 'attempts']).executeTakeFirst()
    if (job?.leased_by === null && job.attempts > 0) now = Math.max(now, Date.parse(job.run_at))
    return (await mails())[0]?.state
  }
  await expect.poll(goOn).toBe('dead')
  expect(now - begun).toBeGreaterThan(20 * 3_600_000)
  expect(now - begun).toBeLessThan(24 * 3_600_000)
  expect(server.attempts).toBe(8)
  const events = db.selectFrom('audit_event').select('action').where('target_id', '=', id).execute()
  expect(await events).toEqual([{ action: 'mail.dead' }])
})

test('K3: of two servers with workers, one sends', async () => {
  for (let each = 0; each < 3; each++) start()
  await Promise.all(Array.from({ length: 12 }, () => invite()))
  await expect.poll(async () => (await mails()).every(({ state }) => state === 'sent')).toBe(true)
  expect(server.mails).toHaveLength(12)
})

test('a deleted account gets no mail, which is no failure', async () => {
  const gone = uuidv7()
  await db
    .insertInto('app_user')
    .values({ id: gone, email: 'gone@nordbygg.example', deleted_at: '2026-01-01T00:00:00Z' })
    .execute()
  const id = await invite({ to: gone })
  start()
  await settled('dead')
  expect(server.mails).toEqual([])
  await expect.poll(() => db.selectFrom('job').select('state').execute()).toEqual([])
  const failures = db.selectFrom('audit_event').select('action').where('target_id', '=', id)
  expect(await failures.execute()).toEqual([])
})

test('without SMTP_URL a mail lands in the outbox, readable by its owner alone, and shows at /dev/outbox in local', async () => {
  const here = platformWith({ environment: 'local' })
  const { smtpUrl: _smtpUrl, ...configuration } = here.configuration
  const local = { ...here, configuration: { ...configuration, smtpUrl: undefined } }
  const id = await invite({}, local)
  start(local)
  await settled('sent')
  expect(server.mails).toEqual([])
  const file = join(dataDirectory, 'outbox', `${id}.eml`)
  expect(readFileSync(file, 'utf8')).toContain('To: kari.mail@nordbygg.example')
  expect(statSync(file).mode & 0o077).toBe(0)

  const routes = outboxRoutes(local.configuration)
  const app = await testApp({ db, routes, configuration: local.configuration })
  const json = await app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } })
  expect(json.json().data).toMatchObject([
    { id, to: 'kari.mail@nordbygg.example', subject: 'Ola Berge inviterer deg til Barcode Harbour' },
  ])
  const page = await app.inject({ url: '/dev/outbox', headers: { host: 'localhost', accept: 'text/html' } })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`)
  expect(page.body).not.toContain('<b>Moen</b>')
})

test('J4: production has no /dev/outbox and keeps no readable copy', async () => {
  const there = platformWith({ environment: 'production', secretKey: 'k'.repeat(40) })
  const production = {
    ...there,
    configuration: { ...there.configuration, smtpUrl: undefined, dataDirectory: join(dataDirectory, 'production') },
  }
  expect(outboxRoutes(production.configuration)).toEqual([])
  await invite({}, production)
  start(production)
  await settled('sent')
  const files = readdirSync(join(dataDirectory, 'production', 'outbox'))
  expect(files.map((file) => file.split('.').at(-1))).toEqual(['eml'])
  expect(existsSync(join(dataDirectory, 'production', 'secret-key'))).toBe(false)
})

test('a mail in the outbox is removed after ninety days, also one that was being written, and nothing else is', async () => {
  const sweep = () =>
    sweepMailJob.run({
      platform: platformWith({ dataDirectory: join(dataDirectory, 'swept') }),
      payload: {},
      job: { id: uuidv7(), attempt: 1, customer: null },
      signal: new AbortController().signal,
    })
  await sweep()
  const outbox = join(dataDirectory, 'swept', 'outbox')
  mkdirSync(outbox, { recursive: true })
  const file = (name: string, days: number) => {
    writeFileSync(join(outbox, name), 'a link')
    const at = new Date(now - days * 86_400_000)
    utimesSync(join(outbox, name), at, at)
  }
  for (const ending of ['eml', 'json', 'eml.part']) {
    file(`old.${ending}`, 91)
    file(`young.${ending}`, 89)
  }
  file('notes.txt', 91)
  await sweep()
  expect(readdirSync(outbox).sort()).toEqual(['notes.txt', 'young.eml', 'young.eml.part', 'young.json'])
})
