import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { zipOf } from '../../../test/zip'
import { readArchive } from './read-archive'

const users = 'email;givenName\nlena@nordbygg.example;Lena\n'

/** Changes a bit or field of the archive's first central directory header. */
function changed(change: (zip: Buffer, central: number) => void): Buffer {
  const zip = zipOf({ 'users.csv': users })
  change(zip, zip.indexOf(Buffer.from('PK\u0001\u0002')))
  return zip
}

const limit = 20_000

test('reads every CSV file of nested folders, and passes over what systems put beside them', {
  timeout: limit,
}, async () => {
  const rows = await readArchive(
    zipOf({
      'export/people/users.csv': users,
      'export/groups.CSV':
        '#TYPE Microsoft.ActiveDirectory.Management.ADGroup\r\n"Name","Description"\r\n"Site","Everyone"\r\n',
      '__MACOSX/export/._users.csv': 'binary\0',
      'export/.DS_Store': 'binary\0',
      'export/empty/': '',
    }),
  )
  expect(rows.map(({ file, line, cells }) => [file, line, ...cells])).toEqual([
    ['export/people/users.csv', 1, 'email', 'givenName'],
    ['export/people/users.csv', 2, 'lena@nordbygg.example', 'Lena'],
    ['export/groups.CSV', 2, 'Name', 'Description'],
    ['export/groups.CSV', 3, 'Site', 'Everyone'],
  ])
})

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

test.each([
  ['commas', Buffer.from('email,givenName\na@b.example,Åse\n')],
  ['semicolons', Buffer.from('email;givenName\na@b.example;Åse\n')],
  ['tabs', Buffer.from('email\tgivenName\na@b.example\tÅse\n')],
  ['a separator that is named', Buffer.from('sep=,\nemail,givenName\na@b.example,Åse\n')],
  ['a byte order mark', Buffer.from('\uFEFFemail;givenName\na@b.example;Åse\n')],
  ['UTF-16LE', utf16('email\tgivenName\r\na@b.example\tÅse\r\n')],
  ['Windows-1252', Buffer.from('email;givenName\na@b.example;Åse\n', 'latin1')],
  ['a line of the type', Buffer.from('#TYPE Selected.Microsoft.ADUser\nemail,givenName\na@b.example,Åse\n')],
])('reads a file with %s beside one of another kind', async (_, content) => {
  const rows = await readArchive(zipOf({ 'users.csv': content, 'more users.csv': users }))
  expect(rows.map(({ cells }) => cells).slice(0, 2)).toEqual([
    ['email', 'givenName'],
    ['a@b.example', 'Åse'],
  ])
  expect(rows).toHaveLength(4)
})

const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`users${at}.csv`, users]))

const tooLarge = (entry: string, limitOf: string, limit: number) => ({ reason: 'tooLarge', entry, limitOf, limit })
const megabyte = 1_024 * 1_024

test.each([
  ['what is no archive', Buffer.from(users), 'notASpreadsheet', { reason: 'notAnArchive' }],
  ['nothing at all', Buffer.alloc(0), 'notASpreadsheet', { reason: 'notAnArchive' }],
  ['half an archive', zipOf({ 'users.csv': users }).subarray(0, 60), 'notASpreadsheet', { reason: 'notAnArchive' }],
  ['an archive without a file', zipOf({}), 'notASpreadsheet', { reason: 'empty' }],
  ['an archive of folders alone', zipOf({ 'users/': '' }), 'notASpreadsheet', { reason: 'empty' }],
  [
    'a bomb by its ratio',
    zipOf({ 'users.csv': Buffer.alloc(2_000_000, 0x61) }),
    'tooLarge',
    tooLarge('users.csv', 'ratio', 100),
  ],
  [
    'a bomb by its size',
    zipOf({ 'users.csv': Buffer.alloc(26 * megabyte) }),
    'tooLarge',
    tooLarge('users.csv', 'file', 25 * megabyte),
  ],
  ['a bomb by its count', zipOf(files(21)), 'tooLarge', { reason: 'tooManyEntries', limitOf: 'files', limit: 20 }],
  [
    'a bomb by its entries',
    zipOf(files(101)),
    'tooLarge',
    { reason: 'tooManyEntries', limitOf: 'entries', limit: 100 },
  ],
  [
    'an archive in an archive',
    zipOf({ 'inner.zip': zipOf({ 'users.csv': users }) }),
    'notASpreadsheet',
    { reason: 'notCsv', entry: 'inner.zip' },
  ],
  [
    'the same under another name',
    zipOf({ 'users.csv': zipOf({ 'users.csv': users }) }),
    'notASpreadsheet',
    { reason: 'notCsv', entry: 'users.csv' },
  ],
  [
    'a name that leads out',
    zipOf({ '../users.csv': users }),
    'notASpreadsheet',
    { reason: 'unsafeName', entry: '../users.csv' },
  ],
  [
    'an absolute name',
    zipOf({ '/etc/users.csv': users }),
    'notASpreadsheet',
    { reason: 'unsafeName', entry: '/etc/users.csv' },
  ],
  [
    'the name of a drive',
    zipOf({ 'C:/users.csv': users }),
    'notASpreadsheet',
    { reason: 'unsafeName', entry: 'C:/users.csv' },
  ],
  ['a backslash', zipOf({ 'a\\users.csv': users }), 'notASpreadsheet', { reason: 'unsafeName', entry: 'a\\users.csv' }],
  [
    'a name that ends early',
    zipOf({ 'users.csv\0.exe': users }),
    'notASpreadsheet',
    { reason: 'unsafeName', entry: 'users.csv\uFFFD.exe' },
  ],
  [
    'two files of one name',
    zipOf({ 'users.csv': users, 'USERS.csv': users }),
    'notASpreadsheet',
    { reason: 'duplicate', entry: 'USERS.csv' },
  ],
  [
    'a header that lies',
    zipOf({ 'users.csv': users }, { size: 10 }),
    'notASpreadsheet',
    { reason: 'damaged', entry: 'users.csv' },
  ],
  [
    'a character that no text has',
    zipOf({ 'users.csv': 'email\0;x\n' }),
    'notASpreadsheet',
    { reason: 'notCsv', entry: 'users.csv' },
  ],
  ['a spreadsheet', zipOf({ 'users.xlsx': 'x' }), 'notASpreadsheet', { reason: 'notCsv', entry: 'users.xlsx' }],
  [
    'a link',
    changed((zip, at) => zip.writeUInt32LE(0o120_777 * 65_536, at + 38)),
    'notASpreadsheet',
    { reason: 'link', entry: 'users.csv' },
  ],
  [
    'an encrypted file',
    changed((zip, at) => zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)),
    'notASpreadsheet',
    { reason: 'encrypted', entry: 'users.csv' },
  ],
])('I1: %s is refused with its reason, the entry and the limit', { timeout: limit }, async (_, bytes, code, meta) => {
  const refusal = await readArchive(bytes).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code })
  expect(refusal).toHaveProperty(['objects', 0, 'meta'], meta)
})

test('I1: files that are too large together are refused with the one that is too much', {
  timeout: 60_000,
}, async () => {
  // Random letters keep the compression ratio within the limit.
  const part = () => {
    const text = Buffer.alloc(18 * megabyte, 0x61)
    for (let at = 0; at < text.length; at += 1_024) text.write(randomBytes(32).toString('hex'), at)
    return text
  }
  const bytes = zipOf({ 'users1.csv': part(), 'users2.csv': part(), 'users3.csv': part() })
  await expect(readArchive(bytes)).rejects.toMatchObject({
    objects: [{ meta: tooLarge('users3.csv', 'archive', 50 * megabyte) }],
  })
})

test('I1: the entry is named as it can be shown', async () => {
  const archive = zipOf({ 'evil\u001b[31m\u202e.exe': 'x' })
  await expect(readArchive(archive)).rejects.toMatchObject({
    objects: [{ detail: 'The archive has a file that is not CSV: "evil\uFFFD[31m\uFFFD.exe"' }],
  })
})

test('I2: a hundred thousand rows of a file are read, one more is refused with its name', {
  timeout: 30_000,
}, async () => {
  const rows = (count: number) =>
    `email\n${Array.from({ length: count }, (_, at) => `${Math.sin(at)}@b.example\n`).join('')}`
  expect(await readArchive(zipOf({ 'users.csv': rows(100_000) }))).toHaveLength(100_001)
  await expect(readArchive(zipOf({ 'users.csv': rows(100_001) }))).rejects.toMatchObject({
    code: 'tooManyRows',
    objects: [{ detail: '"users.csv" has more than 100000 rows', meta: { limit: 100_000, entry: 'users.csv' } }],
  })
})
