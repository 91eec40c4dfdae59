import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration } from './configuration'

const document = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')

test('a second login without the first is refused', () => {
  const DATABASE_ADMIN_URL = 'postgres://owner@db.example/lintel'
  const DATABASE_URL = 'postgres://lintel@db.example/lintel'
  expect(readConfiguration({ DATABASE_URL, DATABASE_ADMIN_URL }).databaseAdminUrl).toBe(DATABASE_ADMIN_URL)
  expect(() => readConfiguration({ DATABASE_ADMIN_URL })).toThrow(/^DATABASE_ADMIN_URL is set without DATABASE_URL/)
})

test('the address of a bucket that cannot be read is refused at the start, without its secret', () => {
  const OBJECT_STORE_URL = 's3://key:secret@storage.example/files'
  expect(readConfiguration({ OBJECT_STORE_URL }).objectStoreUrl).toBe(OBJECT_STORE_URL)
  const wrong = { OBJECT_STORE_URL: 's3://key:secret@storage.example' }
  expect(() => readConfiguration(wrong)).toThrow(/^OBJECT_STORE_URL has to be s3:/)
  expect(() => readConfiguration(wrong)).not.toThrow(/secret@storage/)
})

test('a port is a number in digits, or the server does not start', () => {
  expect(readConfiguration({ PORT: '0' }).port).toBe(0)
  expect(readConfiguration({ PORT: '8081' })).toMatchObject({ port: 8081, publicUrl: 'http://localhost:8081' })
  for (const PORT of [' ', '8080 ', '1e3', '0x50', '-1', '80.5', '65536', 'http']) {
    expect(() => readConfiguration({ PORT }), PORT).toThrow(/^PORT: /)
  }
})

test('the address that people use is an origin, or the server does not start', () => {
  const publicUrl = (PUBLIC_URL: string) => readConfiguration({ PUBLIC_URL }).publicUrl
  expect(publicUrl('https://projects.example.com')).toBe('https://projects.example.com')
  expect(publicUrl('HTTPS://Projects.example.com:443/')).toBe('https://projects.example.com')
  expect(publicUrl('http://10.0.0.7:8080/')).toBe('http://10.0.0.7:8080')
  for (const wrong of [
    'localhost:8080',
    'x.y',
    'ftp://x.y',
    'javascript:1',
    'https://user:pw@x.y',
    'https://user@x.y',
    'https://x.y/lintel',
    'https://x.y?x=1',
    'https://x.y/#a',
    'https://*.x.y',
    'https://x.y:70000',
  ]) {
    expect(() => publicUrl(wrong), wrong).toThrow('PUBLIC_URL: it has to be http:// or https://, a host')
  }
})

test('mail goes to an SMTP server, or the server does not start, and its password is not told', () => {
  for (const SMTP_URL of [
    'smtp://mail.example.com',
    'smtps://user:pass%2Fword@mail.example.com:465',
    'smtp://[::1]:25/?socketTimeout=3000',
  ]) {
    expect(readConfiguration({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  }
  for (const SMTP_URL of [
    'mail.example.com',
    'foo',
    'smtp://',
    'smtp:mail.example.com',
    'mail.example.com:587',
    'http://user:hunter2@x.y',
    'smtp://mail.example.com:70000',
    'smtp://mail.example.com:0',
    'smtps://user:12/hunter2@mail.example.com',
    'smtps://user:12#hunter2@mail.example.com',
  ]) {
    expect(() => readConfiguration({ SMTP_URL }), SMTP_URL).toThrow(/^SMTP_URL: it has to be smtp:/)
    expect(() => readConfiguration({ SMTP_URL }), SMTP_URL).not.toThrow(/hunter2/)
  }
})

test('mail comes from an address, with or without a name, or the server does not start', () => {
  for (const MAIL_FROM of [
    'no-reply@example.com',
    'lintel@mailhost',
    'Lintel <no-reply@example.com>',
    'Bygg på Ås (Lintel) <no-reply@example.com>',
    '"Lintel, Nord" <no-reply@example.com>',
    '<no-reply@example.com>',
  ]) {
    expect(readConfiguration({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  }
  for (const MAIL_FROM of [
    'foo',
    'Lintel',
    'Lintel <foo>',
    'Lintel no-reply@example.com',
    'Lintel <no-reply@example.com',
    'Lintel, Nord <no-reply@example.com>',
    'one@example.com, two@example.com',
  ]) {
    expect(() => readConfiguration({ MAIL_FROM }), MAIL_FROM).toThrow(/^MAIL_FROM: it has to be an email address/)
  }
})

test('mail that leaves the machine comes from an address of the operator, or the server does not start', () => {
  const read = (more: Record<string, string>) =>
    readConfiguration({ LINTEL_ENVIRONMENT: 'onpremise', SMTP_URL: 'smtp://mail.example.com', ...more })
  for (const MAIL_FROM of ['no-reply@nordbygg.no', 'Lintel <no-reply@example.no>', 'lintel@mailhost']) {
    expect(read({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  }
  for (const MAIL_FROM of [
    '',
    'Lintel <no-reply@example.com>',
    'no-reply@Mail.Example.ORG',
    'no-reply@lintel.example',
    'no-reply@lintel.test',
    'no-reply@mail.invalid',
  ]) {
    expect(() => read({ MAIL_FROM }), MAIL_FROM).toThrow(/^MAIL_FROM is missing or an example: SMTP_URL is set/)
    expect(read({ MAIL_FROM, SMTP_URL: '' }).smtpUrl).toBeUndefined()
    expect(read({ MAIL_FROM, LINTEL_ENVIRONMENT: 'local' }).smtpUrl).toBe('smtp://mail.example.com')
  }
  // The mail server of a trial accepts what is reserved for that.
  for (const LINTEL_ENVIRONMENT of ['development', 'staging']) {
    expect(read({ MAIL_FROM: 'lintel@firm.test', LINTEL_ENVIRONMENT }).mailFrom).toBe('lintel@firm.test')
    expect(() => read({ LINTEL_ENVIRONMENT })).toThrow(/^MAIL_FROM is missing or an example/)
  }
})

test('an empty variable is an unset one: compose.yaml passes every variable that it knows', () => {
  const compose = document('compose.yaml')
  const passed = [...compose.matchAll(/^ +(\w+): \$\{\1:-\}$/gm)].map(([, name = '']) => name)
  expect(passed).toEqual(expect.arrayContaining(['MAIL_FROM', 'MASTER_CONFIG', 'METRICS_TOKEN', 'WEBHOOK_SECRET']))
  expect(readConfiguration(Object.fromEntries(passed.map((name) => [name, ''])))).toEqual(readConfiguration({}))
})

test('the variables of README are passed by compose.yaml and stand in .env.example, but for those of the image', () => {
  const rows = document('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) +\|/gm)
  const variables = [...rows].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? [])
  expect(variables).toEqual(expect.arrayContaining(['PUBLIC_URL', 'OBJECT_STORE_URL', 'LOG_LEVEL']))
  const ofImage = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL']
  const expected = variables.filter((name) => !ofImage.includes(name))
  const passed = [...document('compose.yaml').matchAll(/^ {6}(\w+): \$\{\1:[-?]/gm)].map(([, name]) => name)
  expect(passed).toEqual(expect.arrayContaining(expected))
  const example = [...document('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(example).toEqual(expect.arrayContaining(expected))
})

test('the proxy of the operations guide lets pass what the server takes', () => {
  const [, mebibytes] = /^client_max_body_size (\d+)m;$/m.exec(document('docs/operations.md')) ?? []
  expect(Number(mebibytes) * 1_024 * 1_024).toBeGreaterThanOrEqual(readConfiguration({}).documentMegabytes * 1_000_000)
})
