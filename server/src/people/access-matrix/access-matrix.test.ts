import { type AccessMatrix, readAccessMatrix, readMembers } from '@lintel/contract/people/access-matrix'
import { projectMembers } from '@lintel/contract/people/members'
import type { KyselyPlugin } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { memberRoutes } from '../members/members.routes'
import { accessMatrixRoute } from './access-matrix.routes'
import { readMatrix } from './access-matrix.store'

const { db } = await testDatabase()
const { people, customers, projects: projectIds, addPerson, addMember } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [memberRoutes(testPlatform(db))], routes: [accessMatrixRoute] })
const as = (name: string) => apiClient(app, async () => name)
const matrix = (name: string, customer = customers.nord) =>
  as(name).call(readAccessMatrix, { parameters: { customer } })

/** `person project` → level, as the screen displays it. */
function cellsOf({ people: rows, projects, administrators }: AccessMatrix): Record<string, number> {
  const cells: Record<string, number> = {}
  for (const { id, members } of projects) {
    for (const position of administrators) cells[`${rows[position]?.[0]} ${id}`] = 25
    readMembers(members, (position, level) => {
      cells[`${rows[position]?.[0]} ${id}`] = level
    })
  }
  return cells
}

/** Emails of the first customer's administrators, who are shown as such whatever level a directory assigned. */
const administratorsOfNord = async () => {
  const { people: rows, administrators } = await matrix('kari')
  return administrators.map((position) => rows[position]?.[0] ?? '')
}

test('the matrix says the same as the memberships themselves', async () => {
  const records = await as('kari').list(projectMembers, { filter: { customer: customers.nord }, page: { size: 200 } })
  const shown = await matrix('kari')
  const alive = new Set(shown.projects.map(({ id }) => id))
  const told = records.filter(({ project }) => alive.has(project))
  expect(told.length).toBeGreaterThan(5)
  expect(cellsOf(shown)).toEqual(
    Object.fromEntries(told.map(({ user, project, privilegeLevel }) => [`${user} ${project}`, privilegeLevel])),
  )
})

test('what a directory gave is told of each membership, of an owner, too', async () => {
  const managed = async () => {
    const { people: rows, projects } = await matrix('kari')
    return projects.flatMap(({ id, members }) => {
      const found: string[] = []
      readMembers(
        members,
        (position, level, isManaged) => isManaged && found.push(`${rows[position]?.[0]} ${id} ${level}`),
      )
      return found
    })
  }
  expect(await managed()).toEqual([])
  const given = await db
    .selectFrom('project_member as member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .innerJoin('project', 'project.id', 'member.project_id')
    .where('member.customer_id', '=', customers.nord)
    .where('project.is_inactive', '=', false)
    .where('member.privilege_level', 'in', [10, 30])
    .where('app_user.email', 'not in', await administratorsOfNord())
    .select([
      'app_user.email',
      'member.project_id as project',
      'member.user_id as user',
      'member.privilege_level as level',
    ])
    .distinctOn('member.privilege_level')
    .execute()
  expect(given.map(({ level }) => level)).toEqual([10, 30])
  for (const { project, user } of given)
    await db
      .updateTable('project_member')
      .set({ directory_level: 10 })
      .where('project_id', '=', project)
      .where('user_id', '=', user)
      .execute()
  expect((await managed()).sort()).toEqual(
    given.map(({ email, project, level }) => `${email} ${project} ${level}`).sort(),
  )
  await db.updateTable('project_member').set({ directory_level: null }).execute()
})

test('who is deleted is left out of the people and of the members, and those behind move up', async () => {
  const before = cellsOf(await matrix('kari'))
  const shown = await matrix('kari')
  const gone = shown.people
    .map(([email]) => email)
    .find(
      (email, position) =>
        !shown.administrators.includes(position) && Object.keys(before).some((cell) => cell.startsWith(`${email} `)),
    )
  const setDeleted = (deleted_at: string | null) =>
    db
      .updateTable('app_user')
      .set({ deleted_at })
      .where('email', '=', gone ?? '')
      .execute()
  await setDeleted(new Date().toISOString())
  const after = await matrix('kari')
  await setDeleted(null)
  const others = Object.entries(before).filter(([cell]) => !cell.startsWith(`${gone} `))
  expect(others.length).toBeLessThan(Object.keys(before).length)
  expect(after.people.map(([email]) => email)).toEqual(
    shown.people.map(([email]) => email).filter((email) => email !== gone),
  )
  expect(cellsOf(after)).toEqual(Object.fromEntries(others))
})

test('an organization of the customer stands for what somebody says of themselves; those without one say it', async () => {
  const [first = '', second = '', third = ''] = (await matrix('kari')).people.map(([email]) => email)
  const given = async (email: string, organization: string | null) => {
    const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await db
      .updateTable('app_user')
      .set({ organization: `Says ${email}` })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('customer_user_profile')
      .values({ id: uuidv7(), customer_id: customers.nord, user_id: id, user_organization_id: organization })
      .onConflict((known) =>
        known.columns(['customer_id', 'user_id']).doUpdateSet({ user_organization_id: organization }),
      )
      .execute()
  }
  const named = async (name: string, details: { number?: string; country?: string } = {}) => {
    const id = uuidv7()
    await db
      .insertInto('user_organization')
      .values({ id, customer_id: customers.nord, name, ...details })
      .execute()
    return id
  }
  const [zimmer, aker] = [await named('Zimmer', { number: '987654321', country: 'DE' }), await named('Aker')]
  await named('Nobody works here')
  await given(first, zimmer)
  await given(second, aker)
  await given(third, null)
  const { people: rows, organizations } = await matrix('kari')
  expect(organizations).toEqual(expect.arrayContaining(['Aker', 'Zimmer (987654321, DE)']))
  expect(organizations).not.toContain('Nobody works here')
  const told = (email: string) => rows.find((row) => row[0] === email)?.slice(2)
  expect(told(first)).toEqual([organizations.indexOf('Zimmer (987654321, DE)'), ''])
  expect(told(second)).toEqual([organizations.indexOf('Aker'), ''])
  expect(told(third)).toEqual([-1, `Says ${third}`])
})

test('people come by name; projects that are worked in, then hibernated ones, then libraries, each by name', async () => {
  const { people: rows, projects } = await matrix('kari')
  const { compare } = new Intl.Collator('en')
  expect(rows.map(([, name]) => name)).toEqual(rows.map(([, name]) => name).sort(compare))
  const kinds = projects.map(({ isLibrary, isHibernated }) => (isLibrary ? 2 : isHibernated ? 1 : 0))
  expect(new Set(kinds)).toEqual(new Set([0, 1, 2]))
  expect(kinds).toEqual(kinds.toSorted())
  for (const kind of [0, 1, 2]) {
    const names = projects.filter((_, at) => kinds[at] === kind).map(({ name }) => name)
    expect(names).toEqual(names.toSorted(compare))
  }
})

test('memberships that end within two weeks or have ended are told with their end, others not', async () => {
  const mei = people.mei?.email ?? ''
  const endsOf = async () => {
    const { people: rows, projects } = await matrix('kari')
    return projects
      .filter(({ id }) => id === projectIds.bridge)
      .flatMap(({ ends }) => ends.map(([position, end]): [unknown, unknown] => [rows[position]?.[0], end]))
  }
  const endIn = (days: number) =>
    db
      .updateTable('project_member')
      .set({ access_until: new Date(Date.now() + days * 86_400_000).toISOString() })
      .where('project_id', '=', projectIds.bridge)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', mei))
      .execute()
  await endIn(15)
  const before = await endsOf()
  await endIn(13)
  const after = await endsOf()
  expect(before.map(([email]) => email)).not.toContain(mei)
  const told = new Map([...before, [mei, expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)]])
  expect(new Map(after)).toEqual(told)
  await endIn(-40)
  const [, end] = (await endsOf()).find(([email]) => email === mei) ?? []
  expect(Date.parse(String(end))).toBeLessThan(Date.now())
})

test('says whose accounts are guests, and of nobody else', async () => {
  const gus = people.gus?.email ?? ''
  await db.updateTable('app_user').set({ guest: true }).where('email', '=', gus).execute()
  const { people: rows, guests } = await matrix('kari')
  const accounts = await db
    .selectFrom('app_user')
    .select('email')
    .where('guest', '=', true)
    .where(
      'email',
      'in',
      rows.map(([email]) => email),
    )
    .execute()
  expect(accounts.map(({ email }) => email)).toContain(gus)
  expect(guests.map((position) => rows[position]?.[0]).sort()).toEqual(accounts.map(({ email }) => email).sort())
})

test('B7: another customer’s guest is nobody’s guest here', async () => {
  const una = await addPerson('una')
  await db.updateTable('app_user').set({ guest: true }).where('id', '=', una.id).execute()
  await addMember(projectIds.school, una, 5)
  await db
    .insertInto('customer_user_profile')
    .values({ id: uuidv7(), customer_id: customers.nord, user_id: una.id })
    .execute()
  const guestsOf = async (name: string, customer?: string) => {
    const { people: rows, guests } = await matrix(name, customer)
    expect(rows.map(([email]) => email)).toContain(una.email)
    return guests.map((position) => rows[position]?.[0])
  }
  expect(await guestsOf('kari')).not.toContain(una.email)
  expect(await guestsOf('lars', customers.sor)).toContain(una.email)
})

test('G2: only administrators, API users and staff of the customer read it, and nothing of another one', async () => {
  await expect(matrix('api')).resolves.toMatchObject({ people: expect.any(Array) })
  await expect(matrix('stig')).resolves.toMatchObject({ people: expect.any(Array) })
  for (const name of ['ola', 'mei', 'gus', 'lars'])
    await expect(matrix(name)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const { projects } = await matrix('kari')
  const foreign = await db.selectFrom('project').select('id').where('customer_id', '=', customers.sor).execute()
  expect(foreign.length).toBeGreaterThan(0)
  for (const { id } of foreign) expect(projects.map((project) => project.id)).not.toContain(id)
})

test('many who read the matrix at once read it two at a time, and each gets it', async () => {
  let [reading, most] = [0, 0]
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      reading += 1
      most = Math.max(most, reading)
      return node
    },
    async transformResult({ result }) {
      reading -= 1
      return result
    },
  }
  const { kari } = people
  if (!kari) throw new Error('Kari is there')
  const query = { actor: kari, customer: customers.nord, now: Date.now() }
  const read = await Promise.all(Array.from({ length: 6 }, () => readMatrix(db.withPlugin(counting), query)))
  expect(most).toBeLessThanOrEqual(2)
  const own = (await matrix('kari')).people
  expect(read.map((each) => JSON.parse(each.people))).toEqual(Array(6).fill(own))
})

test('a customer that is none is not known', async () => {
  await expect(matrix('stig', 'nonsense')).rejects.toMatchObject({ status: 404 })
  await expect(matrix('kari', uuidv7())).rejects.toMatchObject({ code: 'forbidden' })
})
