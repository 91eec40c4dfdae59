import { expect, test } from 'vitest'
import { zipOf } from '../../../test/zip'
import { readArchive } from './read-archive'

const users = 'email;givenName\nlena@nordbygg.example;Lena\n'

/** The archive with a bit or a field of its first central header changed. */
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

test.each([
  ['what is no archive', Buffer.from(users), 'notAnArchive', 'notASpreadsheet'],
  ['nothing at all', Buffer.alloc(0), 'notAnArchive', 'notASpreadsheet'],
  ['half an archive', zipOf({ 'users.csv': users }).subarray(0, 60), 'notAnArchive', 'notASpreadsheet'],
  ['an archive without a file', zipOf({}), 'empty', 'notASpreadsheet'],
  ['an archive of folders alone', zipOf({ 'users/': '' }), 'empty', 'notASpreadsheet'],
  ['a bomb by its ratio', zipOf({ 'users.csv': Buffer.alloc(2_000_000, 0x61) }), 'tooLarge', 'tooLarge'],
  ['a bomb by its size', zipOf({ 'users.csv': Buffer.alloc(26 * 1_024 * 1_024) }), 'tooLarge', 'tooLarge'],
  ['a bomb by its count', zipOf(files(21)), 'tooManyEntries', 'tooLarge'],
  ['a bomb by its entries', zipOf(files(101)), 'tooManyEntries', 'tooLarge'],
  ['an archive in an archive', zipOf({ 'inner.zip': zipOf({ 'users.csv': users }) }), 'notCsv', 'notASpreadsheet'],
  ['the same under another name', zipOf({ 'users.csv': zipOf({ 'users.csv': users }) }), 'notCsv', 'notASpreadsheet'],
  ['a name that leads out', zipOf({ '../users.csv': users }), 'unsafeName', 'notASpreadsheet'],
  ['an absolute name', zipOf({ '/etc/users.csv': users }), 'unsafeName', 'notASpreadsheet'],
  ['the name of a drive', zipOf({ 'C:/users.csv': users }), 'unsafeName', 'notASpreadsheet'],
  ['a backslash', zipOf({ 'a\\users.csv': users }), 'unsafeName', 'notASpreadsheet'],
  ['a name that ends early', zipOf({ 'users.csv\0.exe': users }), 'unsafeName', 'notASpreadsheet'],
  ['two files of one name', zipOf({ 'users.csv': users, 'USERS.csv': users }), 'duplicate', 'notASpreadsheet'],
  ['a header that lies', zipOf({ 'users.csv': users }, { size: 10 }), 'damaged', 'notASpreadsheet'],
  ['a character that no text has', zipOf({ 'users.csv': 'email\0;x\n' }), 'notCsv', 'notASpreadsheet'],
  ['a spreadsheet', zipOf({ 'users.xlsx': 'x' }), 'notCsv', 'notASpreadsheet'],
  ['a link', changed((zip, at) => zip.writeUInt32LE(0o120_777 * 65_536, at + 38)), 'link', 'notASpreadsheet'],
  [
    'an encrypted file',
    changed((zip, at) => zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)),
    'encrypted',
    'notASpreadsheet',
  ],
])('I1: %s is refused with its reason', { timeout: limit }, async (_, bytes, reason, code) => {
  await expect(readArchive(bytes)).rejects.toMatchObject({ code, objects: [{ meta: { reason } }] })
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
    objects: [{ detail: '"users.csv" has more than 100000 rows' }],
  })
})
