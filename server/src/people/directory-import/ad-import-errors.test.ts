import { adImportErrors } from '@lintel/contract/people/ad-import'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { changeSetId } from '../../../demo/change-sets'
import { personId } from '../../../demo/person-id'
import { importDirectory } from '../../../test/directory-import'
import { multipartForm } from '../../../test/multipart-form'
import { changedTables, rowDigests } from '../../../test/row-digests'
import { world } from '../../../test/world'
import { zipOf } from '../../../test/zip'
import { openEntry, openZip } from '../../exchange/spreadsheet/open-zip'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import { readDirectory } from './read-directory'

const { as, db } = await world()
const astrid = as('astrid')
const domain = 'nordbygg.example'
const lena = 'lena@nordbygg.example'
const mei = 'mei@nordbygg.example'

const heading = 'What is wrong'
const column = `[!] ${heading}`
const reasons = {
  invalidEmail: 'This is not a valid email address.',
  outsideDomain: 'This address is of another domain.',
  unknownRole: 'There is no such role.',
  unknownProject: 'The customer has no such project.',
  malformedRow: 'This row cannot be read.',
  unknownFile: 'The name of this file does not say, in any word, what it is about.',
  missingColumn: 'The file has no such column.',
}

type Files = Record<string, string | Buffer>

const plan = (files: Files) => importDirectory(astrid, { archive: zipOf(files), domain })

/** Requests the files with their errors. */
const request = (files: Files, planId: string, { client = astrid, title = heading } = {}) =>
  client.inject({
    method: 'POST',
    url: adImportErrors.path,
    ...multipartForm({ planId, file: zipOf(files), words: JSON.stringify({ heading: title, reasons }) }),
  })

/** The same, of a dry run of these files: the marked files by name, in their order. */
async function marked(files: Files, title = heading): Promise<Record<string, string>> {
  const { planId } = await plan(files)
  const answer = await request(files, planId, { title })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzip(answer.rawPayload)
}

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const zip = await openZip(bytes)
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await openEntry(zip, entry)) chunks.push(Buffer.from(chunk))
    files[entry.fileName] = Buffer.concat(chunks).toString()
  }
  return files
}

/** The lines of a file with a byte order mark, as an independent parser divides them by this separator. */
function linesOf(text: string | undefined, delimiter: string): string[][] {
  expect(text?.[0]).toBe('\uFEFF')
  return Papa.parse<string[]>(text?.slice(1) ?? '', { delimiter, skipEmptyLines: true }).data
}

/** What the import reads of files, without the positions of their lines. */
async function readingOf(files: Files): Promise<unknown> {
  const read = await readDirectory(await readArchive(zipOf(files)), domain)
  return JSON.parse(JSON.stringify(read, (key, value) => (key === 'line' ? undefined : value)))
}

const directory: Files = {
  'AD/users.csv': [
    '#TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser',
    '"mail","GivenName","telephoneNumber","title","memberOf"',
    '"new.one@nordbygg.example","New","+47 900 00 000","Engineer, site","CN=Crew,DC=nordbygg,DC=example"',
    '',
    '"not an address","Bad","","=1+1",""',
    `"${lena}","Lena","","""Lead""; site",""`,
  ].join('\r\n'),
  'groups.csv': Buffer.from('group;description\nSite crew;Kj\u00F8rer anlegg\n', 'latin1'),
  'memberships.csv': `group;email;\nSite crew;${lena}\nSite crew;someone@else.example\n`,
  'access.csv': Buffer.from(
    '\uFEFFgroup\tproject\trole\nSite crew\tNB-1987\tuser\nSite crew\tNB-0\temperor\n',
    'utf16le',
  ),
}

test('each file comes back whole, by its separator, with a last column that says what is wrong with its lines', async () => {
  const files = await marked(directory)
  expect(Object.keys(files)).toEqual(Object.keys(directory))
  expect(linesOf(files['AD/users.csv'], ',')).toEqual([
    ['mail', 'GivenName', 'telephoneNumber', 'title', 'memberOf', column],
    [...['new.one@nordbygg.example', 'New', "'+47 900 00 000", 'Engineer, site', 'CN=Crew,DC=nordbygg,DC=example'], ''],
    ['not an address', 'Bad', '', "'=1+1", '', 'This is not a valid email address. email: "not an address"'],
    [lena, 'Lena', '', '"Lead"; site', '', ''],
  ])
  expect(linesOf(files['groups.csv'], ';')).toEqual([
    ['group', 'description', column],
    ['Site crew', 'Kjører anlegg', ''],
  ])
  expect(linesOf(files['memberships.csv'], ';')).toEqual([
    ['group', 'email', column],
    ['Site crew', lena, ''],
    ['Site crew', 'someone@else.example', 'This address is of another domain. email: "someone@else.example"'],
  ])
  expect(linesOf(files['access.csv'], '\t')).toEqual([
    ['group', 'project', 'role', column],
    ['Site crew', 'NB-1987', 'user', ''],
    ['Site crew', 'NB-0', 'emperor', 'There is no such role. role: "emperor"'],
  ])
})

test('the files with errors are read as those that were sent, and once they are mended nothing is left out', async () => {
  const files = await marked(directory)
  expect(await readingOf(files)).toEqual(await readingOf(directory))
  const { summary } = await plan(files)
  expect(summary.conflicts).toEqual((await plan(directory)).summary.conflicts)
  const mended = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      text
        .replace('not an address', 'new.two@nordbygg.example')
        .replace('someone@else.example', mei)
        .replace('NB-0', 'NB-2041')
        .replace('emperor', 'admin'),
    ]),
  )
  const planned = await plan(mended)
  expect(planned.summary).toMatchObject({ conflict: 0, conflicts: {} })
  expect(planned.summary.change).toBeGreaterThan(0)
  // The column of the first errors is replaced.
  expect(linesOf((await marked(mended))['access.csv'], '\t')).toEqual([
    ['group', 'project', 'role', column],
    ['Site crew', 'NB-1987', 'user', ''],
    ['Site crew', 'NB-2041', 'admin', ''],
  ])
})

test('I4: a cell that could be a formula is none in the file with errors, and is read back as it was', async () => {
  const texts = ['=1+1', "'=1+1", '-2', '@SUM(A1)', 'a,=1', '\t=1', "\t'=1", '"=1";+2', "'plain"]
  const quoted = texts.map((text) => `"${text.replaceAll('"', '""')}"`)
  const files = { 'groups.csv': `group,description\n${quoted.map((text, at) => `Group ${at},${text}`).join('\n')}\n` }
  const written = await marked(files)
  for (const [, cell = ''] of linesOf(written['groups.csv'], ',')) expect(cell).not.toMatch(/^[=+\-@\t]/)
  expect(await readingOf(written)).toEqual(await readingOf(files))
})

test('the error of a whole file is told in its heading, and leaves the separator to the columns', async () => {
  const files = { 'people.csv': `email,title\n${lena},Lead\n`, 'memberships.csv': `email\n${lena}\n` }
  const written = await marked(files)
  expect(linesOf(written['people.csv'], ',')).toEqual([
    ['email', 'title', `${column}: The name of this file does not say – in any word – what it is about.`],
    [lena, 'Lead', ''],
  ])
  expect(linesOf(written['memberships.csv'], ';')[0]).toEqual([
    'email',
    `${column}: The file has no such column. group: ""`,
  ])
})

test('a line that could not be divided into cells stands beside its columns, and is refused until it is mended', async () => {
  const files = { 'groups.csv': 'group;description\nFirst;One\n"Second"x";Two\nThird;Three\n' }
  const written = await marked(files)
  const [, , broken] = linesOf(written['groups.csv'], ';')
  expect(broken?.slice(0, 2)).toEqual(['', ''])
  expect(broken?.[2]).toContain('Second')
  expect(broken?.[3]).toContain('This row cannot be read.')
  expect((await plan(written)).summary.conflicts).toEqual({ malformedRow: 1 })
  // Not lost with the column of the first errors.
  expect(linesOf((await marked(written))['groups.csv'], ';')[2]?.[2]).toBe(broken?.[2])
})

test('what concerns people of a line names them', async () => {
  const files = {
    'memberships.csv': `group;email\nSite crew;${lena}\nSite crew;anna@nordbygg.example\n`,
    'access.csv': 'group;project;role\nSite crew;NB-1987;user\n',
  }
  const written = await marked(files)
  expect(linesOf(written['memberships.csv'], ';')[2]).toEqual([
    'Site crew',
    'anna@nordbygg.example',
    'customerAdministrator anna@nordbygg.example',
  ])
})

test('lines that are too wide or too long, and their headings, keep all their cells', async () => {
  const numbers = Array.from({ length: 68 }, (_, at) => at)
  const wide = ['wide@nordbygg.example', 'Wide', ...numbers.map((at) => `v${at}`)]
  const long = ['x'.repeat(40_000), 'Long']
  const files = {
    'users.csv': [['mail', 'GivenName', ...numbers.map((at) => `attr${at}`)], wide]
      .map((cells) => cells.join(','))
      .join('\n'),
    'groups.csv': `group,description\n${long.join(',')}\n`,
  }
  const written = await marked(files)
  expect(linesOf(written['users.csv'], ',')).toEqual([
    ['mail', 'GivenName', ...numbers.map((at) => `attr${at}`), column],
    [...wide, 'This row cannot be read.'],
  ])
  expect(linesOf(written['groups.csv'], ',')[1]).toEqual([...long, 'This row cannot be read.'])
  // Without the columns that are too many, the line is read.
  const narrow = linesOf(written['users.csv'], ',').map(([mail, name, ...more]) => [mail, name, more.at(-1)].join(','))
  expect((await plan({ 'users.csv': narrow.join('\n') })).summary.conflicts).toEqual({})
})

test.each([62, 63, 64])('a file of %i columns with errors is read like the file without them', async (width) => {
  const lineOf = (first: string) => [first, ...Array.from({ length: width - 1 }, () => 'v')].join(';')
  const long = `two@nordbygg.example;${'x'.repeat(32_700 - 2 * width)};${lineOf('').slice(3)}`
  const broken = '"three"x";v'
  const lines = [lineOf('email').replaceAll('v', 'attr'), lineOf('one@nordbygg.example'), long, lineOf('wrong'), broken]
  const files = { 'users.csv': lines.join('\n') }
  const { summary } = await plan(files)
  expect(summary.conflicts).toEqual({ malformedRow: 1, invalidEmail: 1 })
  const written = await marked(files)
  expect((await plan(written)).summary.conflicts).toEqual(summary.conflicts)
  // Downloaded again and again, the file does not grow.
  const again = await marked(written)
  expect((await plan(again)).summary.conflicts).toEqual(summary.conflicts)
  expect(await marked(again)).toEqual(again)
})

test('the column of an earlier download is replaced in any language, and none of the directory', async () => {
  const files = { 'groups.csv': 'group;Fehlercode\nSite crew;7\n' }
  const german = await marked(files, 'Was nicht stimmt')
  expect(linesOf((await marked(german))['groups.csv'], ';')[0]).toEqual(['group', 'Fehlercode', column])
  expect(linesOf((await marked(files, 'Fehler'))['groups.csv'], ';')).toEqual([
    ['group', 'Fehlercode', '[!] Fehler'],
    ['Site crew', '7', ''],
  ])
})

test('an archive of more rows than an import may have is refused', async () => {
  const { planId } = await plan(directory)
  const rows = Array.from({ length: 70_000 }, (_, at) => `g${at}`).join('\n')
  const files = { 'a groups.csv': `group\n${rows}`, 'b groups.csv': `group\n${rows}`, 'c groups.csv': `group\n${rows}` }
  expect((await request(files, planId)).statusCode).toBe(413)
  // All lines would be written as wide as the widest.
  const wide = { 'groups.csv': `group\n${';'.repeat(400)}x\n${rows}` }
  expect((await request(wide, planId)).statusCode).toBe(413)
})

test('another archive than the planned one is refused where a line with an error differs, and only those who see the plan of an import get the files', async () => {
  const { planId } = await plan(directory)
  const sorted = `group;email;\nSite crew;someone@else.example\nSite crew;${lena}\n`
  const statusOf = async (answer: ReturnType<typeof request>) => (await answer).statusCode
  expect(await statusOf(request(directory, planId))).toBe(200)
  expect(await statusOf(request({ 'groups.csv': 'group\nSite crew\n' }, planId))).toBe(409)
  expect(await statusOf(request({ ...directory, 'memberships.csv': sorted }, planId))).toBe(409)
  expect(await statusOf(request(directory, personId(lena)))).toBe(404)
  expect(await statusOf(request(directory, changeSetId('planned')))).toBe(404)
  expect(await statusOf(request(directory, planId, { client: as('anna') }))).toBe(200)
  expect(await statusOf(request(directory, planId, { client: as(lena) }))).toBe(403)
})

test('I3: the files with errors are made without storing anything', async () => {
  const { planId } = await plan(directory)
  await request(directory, planId)
  const before = await rowDigests(db)
  expect((await request(directory, planId)).statusCode).toBe(200)
  expect(changedTables(before, await rowDigests(db))).toEqual([])
})

test('a first line about the file has no say in what separates the cells', async () => {
  const files = {
    'users.csv': `#TYPE Selected, Person, User, Account\nemail;givenName\n${lena};Lena\nno address;Nobody\n`,
  }
  const { 'users.csv': users } = await marked(files)
  expect(linesOf(users, ';')).toEqual([
    ['email', 'givenName', column],
    [lena, 'Lena', ''],
    ['no address', 'Nobody', expect.stringContaining(reasons.invalidEmail)],
  ])
})
