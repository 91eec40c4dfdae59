import { expect, test } from 'vitest'
import { zipOf } from '../../../test/zip'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import { kindOfFile, parseBoolean } from './directory-headers'
import { readDirectory } from './read-directory'

const read = async (files: Record<string, string | Buffer>) =>
  readDirectory(await readArchive(zipOf(files)), 'nordbygg.example')

test('reads our own columns, in any order and case', async () => {
  const { users, groups, memberships, access, refused } = await read({
    'users.csv':
      'ENABLED;Title;Phone;Organization;Family Name;given_name;E-mail\nfalse;Engineer;+47 900;Nordbygg;Vik;Lena;LENA@Nordbygg.example\n',
    'groups.csv': 'Description;Group\nAll of the site;Site\n',
    'memberships.csv': 'email;group\nlena@nordbygg.example;Site\n',
    'access.csv': 'Role;Group;Project\nadmin;Site;NB-2041\n',
  })
  const site = { file: expect.any(String), line: 2, group: 'Site' }
  expect(users).toEqual([
    {
      ...{ file: 'users.csv', line: 2, email: 'lena@nordbygg.example', givenName: 'Lena', familyName: 'Vik' },
      ...{ organization: 'Nordbygg', phone: '+47 900', title: 'Engineer', isEnabled: false, groups: [] },
    },
  ])
  expect(groups).toEqual([{ ...site, description: 'All of the site', groups: [] }])
  expect(memberships).toEqual([{ ...site, email: 'lena@nordbygg.example' }])
  expect(access).toEqual([{ ...site, project: 'NB-2041', level: 20 }])
  expect(refused).toEqual([])
})

test("reads the columns of Microsoft's own export", async () => {
  const header =
    'UserPrincipalName,mail,GivenName,Surname,Company,MobilePhone,telephoneNumber,Title,Enabled,Name,MemberOf'
  const groups = '"CN=Site,OU=Groups,DC=nordbygg,DC=example;CN=Smith\\, and Sons,OU=Groups,DC=nordbygg"'
  const { users, groups: found } = await read({
    'AD Users.csv': `#TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser\n${header}\nlena@login.example,lena@nordbygg.example,Lena,Vik,Nordbygg,,+47 22,Engineer,TRUE,Lena Vik,${groups}\nmei@nordbygg.example,,Mei,,,,,,FALSE,,\n`,
    'AD Groups.csv': '"SamAccountName","DisplayName"\n"site-group",""\n',
  })
  expect(users[0]).toMatchObject({
    ...{ email: 'lena@nordbygg.example', familyName: 'Vik', organization: 'Nordbygg', phone: '+47 22' },
    ...{ line: 3, isEnabled: true, groups: ['Site', 'Smith, and Sons'] },
  })
  expect(users[1]).toMatchObject({ email: 'mei@nordbygg.example', isEnabled: false, groups: [] })
  expect(found).toMatchObject([{ group: 'site-group' }])
})

test('a refused text is cut to whole characters, and a name is composed', async () => {
  const long = `${'x'.repeat(79)}🏗`
  const { access, groups, users, refused } = await read({
    'users.csv': `email;enabled;memberOf\n${long}@nordbygg.example;;\nlena@nordbygg.example;${long};\nmei@nordbygg.example;;${long.repeat(3)}\n`,
    'groups.csv': `group;memberOf\n${long};${long}\n${'Brücke'.normalize('NFD')};\n`,
    'access.csv': `group;project;role\nSite;${'Größe'.normalize('NFD')};user\nSite;${long};${long}\n`,
  })
  expect(users).toEqual([])
  expect(refused.map(({ reason, value }) => [reason, value])).toEqual(
    ['invalidEmail', 'malformedRow', 'malformedRow', 'unknownRole', 'circle'].map((reason) => [reason, 'x'.repeat(79)]),
  )
  expect(
    refused.flatMap(({ given }) => Object.values(given ?? {})).filter((text) => /\p{Surrogate}/u.test(text)),
  ).toEqual([])
  expect(groups).toMatchObject([{ group: 'Brücke'.normalize('NFC') }])
  expect(access).toMatchObject([{ project: 'Größe'.normalize('NFC') }])
})

test('reads several files of a kind, and says of each bad line where it is', async () => {
  const { memberships, refused } = await read({
    'a/memberships.csv': 'group;email\nSite;lena@nordbygg.example\nSite;not an address\nSite;eve@elsewhere.example\n',
    'b/memberships.csv': 'group;email\nSITE;LENA@nordbygg.example\n;mei@nordbygg.example\nSite;"mei@nordbygg.example\n',
    'notes.csv': 'anything\n',
    'access.csv': 'group;project\nSite;NB-2041\n',
  })
  expect(memberships).toHaveLength(1)
  expect(refused.map(({ kind: _, given: __, ...line }) => line)).toEqual([
    { file: 'a/memberships.csv', line: 3, reason: 'invalidEmail', column: 'email', value: 'not an address' },
    { file: 'a/memberships.csv', line: 4, reason: 'outsideDomain', column: 'email', value: 'eve@elsewhere.example' },
    { file: 'b/memberships.csv', line: 2, reason: 'duplicate' },
    { file: 'b/memberships.csv', line: 3, reason: 'malformedRow', column: 'group' },
    { file: 'b/memberships.csv', line: 4, reason: 'malformedRow' },
    { file: 'notes.csv', line: 1, reason: 'unknownFile' },
    { file: 'access.csv', line: 1, reason: 'missingColumn', column: 'role' },
  ])
})

test('a filled cell that says neither that somebody is enabled nor that they are not is an error, an empty one says nothing', async () => {
  const { users, refused } = await read({
    'users.csv': 'email;enabled\na@nordbygg.example;gone\nb@nordbygg.example;\nc@nordbygg.example;FALSK\n',
    // FAŁSZ in Windows-1250.
    'polish/users.csv': Buffer.from('email;enabled\nd@nordbygg.example;FA\xa3SZ\n', 'latin1'),
  })
  expect(users.map(({ email, isEnabled }) => [email, isEnabled])).toEqual([
    ['b@nordbygg.example', null],
    ['c@nordbygg.example', false],
  ])
  expect(refused).toEqual([
    {
      ...{ file: 'users.csv', line: 2, kind: 'users', given: { email: 'a@nordbygg.example' } },
      ...{ reason: 'malformedRow', column: 'enabled', value: 'gone' },
    },
    {
      ...{ file: 'polish/users.csv', line: 2, kind: 'users', given: { email: 'd@nordbygg.example' } },
      ...{ reason: 'malformedRow', column: 'enabled', value: 'FA£SZ' },
    },
  ])
})

test('roles are owner, admin, user and none, in the languages of the product, and no other', async () => {
  const roles = ['owner', 'Admin', 'Benutzer', 'none', 'ingen', 'guest', 'workflows', '25', '=1']
  const lines = roles.map((role, at) => `Site;NB-${at};${role}`)
  const { access, refused } = await read({ 'access.csv': `group;project;role\n${lines.join('\n')}\n` })
  expect(access.map(({ level }) => level)).toEqual([30, 20, 10, 0, 0])
  expect(refused.map(({ reason, column, value }) => [reason, column, value])).toEqual(
    roles.slice(5).map((role) => ['unknownRole', 'role', role]),
  )
})

test('an address of a domain that only ends alike is outside', async () => {
  const { users, refused } = await read({
    'users.csv': 'email\na@nordbygg.example\nb@notnordbygg.example\nc@sub.nordbygg.example\n',
  })
  expect(users.map(({ email }) => email)).toEqual(['a@nordbygg.example'])
  expect(refused.map(({ reason }) => reason)).toEqual(['outsideDomain', 'outsideDomain'])
})

test('what looks like a formula is a text', async () => {
  const { groups } = await read({ 'groups.csv': "group;description\n=SUM(A1);=cmd()\n'+47;x\n" })
  expect(groups.map(({ group, description }) => [group, description])).toEqual([
    ['=SUM(A1)', '=cmd()'],
    ['+47', 'x'],
  ])
})

test('groups that are members of themselves are refused, those above and below them stay', async () => {
  const { groups, refused } = await read({
    'groups.csv': 'group;memberOf\nA;B\nB;C\nC;a\nAlone;Alone\nBelow;A\nTop;\nD;Top\nE;D;\n',
  })
  expect(refused.map(({ reason, value, line }) => [reason, value, line])).toEqual([
    ['circle', 'A', 2],
    ['circle', 'B', 3],
    ['circle', 'C', 4],
    ['circle', 'Alone', 5],
  ])
  expect(groups.map(({ group }) => group)).toEqual(['Below', 'Top', 'D', 'E'])
})

test('a chain of twenty thousand groups is no circle, and is followed to its end: what is too deep in it is refused', {
  timeout: 30_000,
}, async () => {
  const line = (at: number) => ({ file: 'groups.csv', line: at + 2, cells: [`g${at}`, `g${at + 1}`] })
  const rows = [
    { file: 'groups.csv', line: 1, cells: ['group', 'memberOf'] },
    ...Array.from({ length: 20_000 }, (_, at) => line(at)),
  ].map((row) => ({ ...row, formulaAt: undefined, isBroken: false }))
  const { groups, refused } = await readDirectory(rows, 'nordbygg.example')
  expect(groups.map(({ group }) => group)).toEqual(Array.from({ length: 50 }, (_, at) => `g${19_950 + at}`))
  expect(refused).toHaveLength(19_950)
  expect(refused.at(-1)).toEqual({
    ...{ file: 'groups.csv', line: 19_951, reason: 'nestedTooDeep', column: 'memberOf', value: 'g19949' },
    ...{ kind: 'groups', given: { group: 'g19949' } },
  })
})

test('a group is as deep as the longest way up from it, and one below a circle is not in it', async () => {
  const chain = Array.from({ length: 50 }, (_, at) => `c${at};c${at + 1}`)
  const { groups, refused } = await read({
    'groups.csv': `group;memberOf\nShort;c49\n${chain.join('\n')}\nBoth;c30|c0\nEven;C1\nA;B\nB;A\nBelow;A\nc50;\n`,
  })
  expect(refused.map(({ reason, value }) => [reason, value])).toEqual([
    ['nestedTooDeep', 'Both'],
    ['circle', 'A'],
    ['circle', 'B'],
  ])
  expect(groups.map(({ group }) => group)).toEqual(
    expect.arrayContaining(['Short', 'c0', 'c49', 'Even', 'Below', 'c50']),
  )
})

test('a group with a line of its own that is in no other hides neither a circle nor a chain below it', async () => {
  const chain = Array.from({ length: 60 }, (_, at) => `c${at};c${at + 1}|Top`)
  const { refused } = await read({ 'groups.csv': `group;memberOf\nTop;\nX;Y|Top\nY;X\n${chain.join('\n')}\n` })
  expect(refused.map(({ reason, value }) => [reason, value])).toEqual([
    ['circle', 'X'],
    ['circle', 'Y'],
    ...Array.from({ length: 10 }, (_, at) => ['nestedTooDeep', `c${at}`]),
  ])
})

test('distinguished names are told apart by commas too, where one begins after the domain of the one before', async () => {
  const site = 'CN=Site,OU=G,DC=nordbygg,DC=example'
  const { users } = await read({
    'users.csv': `email,memberOf\nlena@nordbygg.example,"${site},CN=Cranes,CN=Users,DC=nordbygg,DC=example,cn=Smith\\, and Sons,ou=G,dc=nordbygg"\nmei@nordbygg.example,"${site}"\n`,
  })
  expect(users.map(({ groups }) => groups)).toEqual([['Site', 'Cranes', 'Smith, and Sons'], ['Site']])
})

test.each([
  'Microsoft.ActiveDirectory.Management.ADPropertyValueCollection',
  'System.Object[]',
  'System.Collections.ArrayList',
  'System.Collections.Generic.List`1[System.String]',
  'Microsoft.Graph.PowerShell.Models.IMicrosoftGraphDirectoryObject[]',
])('what Export-Csv writes in place of a list, %s, is no group', async (value) => {
  const named = ['System.Admins', 'Microsoft.Teams']
  const { users, groups, refused } = await read({
    'users.csv': `email;memberOf\nlena@nordbygg.example;${value}\nmei@nordbygg.example;${named.join('|')}\n`,
    'groups.csv': `group;memberOf\nSite;${value}\n`,
  })
  expect(users).toMatchObject([{ email: 'mei@nordbygg.example', groups: named }])
  expect(groups).toEqual([])
  const rejection = { line: 2, reason: 'malformedRow', column: 'memberOf', value: value.slice(0, 80) }
  expect(refused).toMatchObject([
    { file: 'users.csv', ...rejection },
    { file: 'groups.csv', ...rejection },
  ])
})

test.each([
  ['users.csv', 'users'],
  ['AD-Users 2.csv', 'users'],
  ['ADUsers.csv', 'users'],
  ['USERS.CSV', 'users'],
  ['exportUsers_2026-11-28.csv', 'users'],
  ['exportGroups_2026-11-28.csv', 'groups'],
  ['exportMembers_2026-11-28.csv', 'memberships'],
  ['groups/exportGroupMembers_2026-11-28.csv', 'memberships'],
  ['export/2026/memberships.csv', 'memberships'],
  ['access/part1.csv', 'access'],
  ['users/groups.csv', 'groups'],
  ['superusers.csv', undefined],
  ['Groups-Members.csv', 'groups'],
])('%s is a file of %s', (path, kind) => {
  expect(kindOfFile(path, [])).toBe(kind)
})

test.each([
  ['Groups-Members.csv', 'Group Name,Email', 'memberships'],
  ['Groups-Members.csv', 'Name,Description', 'groups'],
  ['Users in groups.csv', 'UserPrincipalName,Group', 'memberships'],
  ['Users in groups.csv', 'UserPrincipalName,MemberOf', 'users'],
  ['Users-Groups.csv', 'Name,SamAccountName,UserPrincipalName,Enabled,MemberOf', 'users'],
  ['Groups access.csv', 'Group,Project,Role', 'access'],
  ['Groups access.csv', 'Group,Project', 'groups'],
  ['Members access.csv', 'Group,Project', 'memberships'],
  ['groups/Users.csv', 'Email,Group', 'users'],
])('%s with the columns %s is a file of %s', (path, headings, kind) => {
  expect(kindOfFile(path, headings.split(','))).toBe(kind)
})

test.each([
  ['TRUE', true],
  ['WAHR', true],
  ['Prawda', true],
  ['usann', false],
  ['FAŁSZ', false],
  ['FALSK', false],
  ['SAND', true],
  ['ONWAAR', false],
  ['WAAR', true],
  ['FALSO', false],
  ['VERO', true],
  ['Disabled', false],
  ['Enabled', true],
  ['N', false],
  ['Y', true],
  ['J', true],
  ['無効', false],
  ['禁用', false],
  ['', null],
  ['perhaps', null],
])('%s means %s', (text, truth) => {
  expect(parseBoolean(text)).toBe(truth)
})

test('a line that disables somebody is read without what does not fit of them, any other is refused', async () => {
  const tooLong = 'x'.repeat(201)
  const line = (name: string, enabled: string) =>
    `${name}@nordbygg.example;${enabled};Ola;${tooLong};${tooLong};Site|${tooLong}`
  const { users, refused } = await read({
    'users.csv': `email;enabled;givenName;familyName;title;memberOf\n${line('a', 'FALSE')}\n${line('b', 'TRUE')}\n${line('c', '')}\n`,
  })
  expect(users).toMatchObject([
    { email: 'a@nordbygg.example', isEnabled: false, givenName: 'Ola', familyName: '', title: '', groups: ['Site'] },
  ])
  expect(refused.map(({ reason, column }) => [reason, column])).toEqual([
    ['malformedRow', 'familyName'],
    ['malformedRow', 'familyName'],
  ])
})

test('a line that repeats a refused one is no duplicate', async () => {
  const { users, refused } = await read({
    'users.csv': 'email;enabled\na@nordbygg.example;gone\na@nordbygg.example;FALSE\na@nordbygg.example;FALSE\n',
  })
  expect(users).toMatchObject([{ line: 3, isEnabled: false }])
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'malformedRow'],
    [4, 'duplicate'],
  ])
})
