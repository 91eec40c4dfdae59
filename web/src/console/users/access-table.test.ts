import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { expect, test } from 'vitest'
import { createAccessTable, shownEnd } from './access-table'
import { findPeople, peopleWithAccess } from './find-people'
import { isLastLoginShown, lastLoginOf } from './last-login'
import { countChangeable, toRoleCells } from './plan-changes'

const project = { externalId: null, isHibernated: false, isLibrary: false, ends: [] }
const matrix: AccessMatrix = {
  cursor: '0',
  organizations: ['Nordbygg AS'],
  people: [
    ['anna@nordbygg.example', 'Anna Nordli', 0, ''],
    ['asa@vvs.example', 'Åsa Lindqvist', -1, 'VVS-Teknik'],
    ['mei@nordbygg.example', 'Mei Zhang', 0, ''],
    ['x@partner.example', '', -1, ''],
  ],
  administrators: [0],
  imported: [],
  provisioned: [],
  guests: [3],
  omittedProjects: 0,
  projects: [
    { ...project, id: 'harbour', name: 'Barcode Harbour', members: '0c0u0w' },
    { ...project, id: 'hall', name: 'Swimming Hall', members: '1o1g' },
  ],
}
const names = (found: Uint32Array, table = createAccessTable(matrix)) =>
  [...found].map((person) => table.people[person]?.name)

test('each cell has the level that the matrix says, and administrators have every project', () => {
  const table = createAccessTable(matrix)
  const levels = [0, 1, 2, 3].map((person) => [table.level(person, 0), table.level(person, 1)])
  expect(levels).toEqual([
    [25, 25],
    [10, 30],
    [15, 0],
    [0, 5],
  ])
  expect(table.count()).toBe(6)
})

test('whose account is a guest’s is known by place', () => {
  const table = createAccessTable(matrix)
  expect([0, 1, 2, 3].map((person) => table.isGuest(person))).toEqual([false, false, false, true])
})

test('a person without a name is shown by their email, one without an organization by their own word', () => {
  const { people } = createAccessTable(matrix)
  expect(people.map(({ name, organization }) => [name, organization])).toEqual([
    ['Anna Nordli', 'Nordbygg AS'],
    ['Åsa Lindqvist', 'VVS-Teknik'],
    ['Mei Zhang', 'Nordbygg AS'],
    ['x@partner.example', ''],
  ])
})

test('a person whose only name has one character is shown and found by their email', () => {
  const people: AccessMatrix['people'] = [...matrix.people.slice(0, 3), ['m@nordbygg.example', 'M', 0, '']]
  const table = createAccessTable({ ...matrix, people })
  expect(table.people[3]?.name).toBe('m@nordbygg.example')
  expect(names(findPeople(table, { user: 'm@nord' }, [true, true]), table)).toEqual(['m@nordbygg.example'])
})

test('a change is counted, told and read at once', () => {
  const table = createAccessTable(matrix)
  let notifications = 0
  const stop = table.subscribe(() => {
    notifications += 1
  })
  table.set(3, 0, 10)
  table.set(2, 0, 0)
  stop()
  table.set(2, 0, 20)
  expect([notifications, table.count(), table.level(3, 0)]).toEqual([2, 7, 10])
})

test('what draws the table is given another one after each change, and the same one without', () => {
  const table = createAccessTable(matrix)
  const first = table.snapshot()
  table.set(3, 0, 0)
  expect(table.snapshot()).toBe(first)
  table.set(3, 0, 10)
  const second = table.snapshot()
  expect(second).not.toBe(first)
  second.set(3, 0, 15)
  expect([table.level(3, 0), second.level(3, 0), table.snapshot() === second]).toEqual([15, 15, false])
})

test('people are found by name, email and organization, without case and accents', () => {
  const table = createAccessTable(matrix)
  expect(names(findPeople(table, { user: 'asa' }, [true, true]))).toEqual(['Åsa Lindqvist'])
  expect(names(findPeople(table, { user: 'nordbygg as' }, [true, true]))).toEqual(['Anna Nordli', 'Mei Zhang'])
  expect(findPeople(table, {}, [true, true])).toHaveLength(4)
})

test('a role is found in the projects that are in sight', () => {
  const table = createAccessTable(matrix)
  expect(names(findPeople(table, { role: 30 }, [true, true]))).toEqual(['Åsa Lindqvist'])
  expect(names(findPeople(table, { role: 30 }, [true, false]))).toEqual([])
})

test('customer administrators have that role in the projects that they do not own', () => {
  const table = createAccessTable(matrix)
  expect(names(findPeople(table, { role: 25 }, [true, true]))).toEqual(['Anna Nordli'])
  expect(names(findPeople(table, { role: 25 }, [false, false]))).toEqual([])
})

test('projects with access are those of the people who are chosen, else of those who are found', () => {
  const table = createAccessTable(matrix)
  const projectsOf = (access: string[], found: number[]) => {
    const people = peopleWithAccess(table, access, Uint32Array.from(found))
    return people && [...table.projectsOf(people)]
  }
  expect(peopleWithAccess(table, undefined, Uint32Array.of(2))).toBeUndefined()
  expect([projectsOf([], [2]), projectsOf([], [3]), projectsOf([], [2, 3]), projectsOf([], [])]).toEqual([
    [0],
    [1],
    [0, 1],
    [],
  ])
  expect(projectsOf(['mei@nordbygg.example'], [3])).toEqual([0])
  expect(projectsOf(['anna@nordbygg.example'], [3])).toEqual([0, 1])
  // Unknown people are ignored, so the people found by the search count.
  expect(projectsOf(['gone@nordbygg.example'], [2])).toEqual([0])
})

test('cells of customer administrators, owners, oneself and guests elsewhere cannot be changed', () => {
  const table = createAccessTable(matrix)
  const emails = table.people.map(({ email }) => email)
  const cells = emails.flatMap((user) => ['harbour', 'hall'].map((where) => ({ user, project: where })))
  const free = (actor: string) => countChangeable(table, cells, actor)
  expect([free('kari@nordbygg.example'), free('x@partner.example')]).toEqual([4, 3])
  expect(countChangeable(table, [{ user: 'nobody@x.example', project: 'hall' }], 'kari@nordbygg.example')).toBe(0)
})

test('who administers the customer is known whatever they own, and without any project', () => {
  const table = createAccessTable({ ...matrix, projects: [], administrators: [1] })
  expect([0, 1].map(table.isAdministrator)).toEqual([false, true])
  const [harbour] = matrix.projects
  const owner = createAccessTable({
    ...matrix,
    projects: harbour ? [{ ...harbour, members: '0o' }] : [],
    administrators: [0],
  })
  expect([owner.level(0, 0), owner.isAdministrator(0)]).toEqual([30, true])
})

test('a pasted cell is planned as it was written, for the server to read', () => {
  const table = createAccessTable(matrix)
  expect(toRoleCells(table, { row: 2, column: 4, text: ' Emperor' }, 3)).toEqual([
    { user: 'mei@nordbygg.example', project: 'hall', level: ' Emperor' },
  ])
  expect(toRoleCells(table, { row: 9, column: 4, text: 'User' }, 3)).toEqual([])
})

test('people and projects are found at their places', () => {
  const table = createAccessTable(matrix)
  expect([table.personAt('mei@nordbygg.example'), table.projectAt('hall'), table.personAt('gone')]).toEqual([
    2,
    1,
    undefined,
  ])
})

test('with what ends soon, only people are found who have such a membership', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const [harbour = { ...project, id: '', name: '', members: '' }, ...others] = matrix.projects
  const table = createAccessTable({
    ...matrix,
    projects: [{ ...harbour, ends: [[2, '2026-11-30T22:59:59Z']] }, ...others],
  })
  expect(names(findPeople(table, {}, [true, true], table.ending(now).people))).toEqual(['Mei Zhang'])
  expect([table.endAt(2, 0), table.endAt(1, 0), [...table.ending(now).projects]]).toEqual([
    '2026-11-30T22:59:59Z',
    undefined,
    [0],
  ])
  table.set(2, 0, 20)
  expect(table.endAt(2, 0)).toBe('2026-11-30T22:59:59Z')
  table.set(2, 0, 20, null)
  table.set(1, 0, 10, '2026-12-01T22:59:59Z')
  expect(names(findPeople(table, {}, [true, true], table.ending(now).people))).toEqual(['Åsa Lindqvist'])
  expect(table.ending(Date.parse('2026-12-02T00:00:00Z')).people.size).toBe(0)
  table.set(1, 0, 0)
  expect(findPeople(table, {}, [true, true], table.ending(now).people)).toHaveLength(0)
})

test('an end within two weeks or one that is over is shown, a later one is not', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ends = (end: string) => shownEnd({ expirationDate: null, accessUntil: end }, now)
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
  expect([ends(inDays(13.9)), ends(inDays(14.1)), ends(inDays(-0.1))]).toEqual([inDays(13.9), null, inDays(-0.1)])
  expect(shownEnd({ expirationDate: inDays(1), accessUntil: null }, now)).toBe(inDays(1))
  expect(shownEnd({ expirationDate: null, accessUntil: null }, now)).toBeNull()
})

test('active members are those with a membership that has not ended, and administrators only as owners', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const [harbour = { ...project, id: '', name: '', members: '' }, hall = harbour] = matrix.projects
  const table = createAccessTable({
    ...matrix,
    projects: [{ ...harbour, ends: [[2, '2026-11-20T22:59:59Z']] }, hall],
  })
  expect([...table.activeMembers(now)].sort()).toEqual([1, 3])
  table.set(0, 1, 30)
  table.set(2, 0, 15, null)
  expect([...table.activeMembers(now)].sort()).toEqual([0, 1, 2, 3])
})

test('the last login is told by its rules', () => {
  const lastLogin = new Date(2026, 10, 3, 7, 5).toISOString()
  expect(lastLoginOf({ invited: false, lastLogin, loggedLastMonth: true })).toEqual({ kind: 'never' })
  expect(lastLoginOf({ invited: true, lastLogin, loggedLastMonth: true })).toEqual({
    kind: 'at',
    minute: '2026-11-03 07:05',
  })
  expect(lastLoginOf({ invited: true, lastLogin, loggedLastMonth: false })).toEqual({ kind: 'long ago' })
  expect(lastLoginOf({ invited: true, lastLogin: null, loggedLastMonth: false })).toEqual({ kind: 'long ago' })
})

test('the last login is shown for one user only, and not where real people work', () => {
  expect(isLastLoginShown(1, 'local')).toBe(true)
  expect(isLastLoginShown(1, 'staging')).toBe(true)
  expect(isLastLoginShown(2, 'local')).toBe(false)
  for (const environment of ['production', 'onpremise', 'deploy'] as const)
    expect(isLastLoginShown(1, environment)).toBe(false)
})
