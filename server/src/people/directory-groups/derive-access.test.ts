import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { patchRequest, scimDirectory } from '../../../test/scim-directory'

const { db, rollBack, sendScim, nordbygg } = await scimDirectory()
afterEach(rollBack)

/** An active project of Nordbygg that neither of the people below is in, unless a test adds them. */
const project = projectId('NB-2103')
const email = 'mapped@nordbygg.example'

async function newUser(): Promise<string> {
  const made = await sendScim('POST', '/Users', { userName: email, name: { givenName: 'Map', familyName: 'Ped' } })
  expect(made.status).toBe(201)
  return made.body.id
}

const userId = async (of: string): Promise<string> =>
  (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${of}"`)}`)).body.Resources[0].id

/** A group with these members and this level in the project. */
async function group(name: string, level: 10 | 20 | null, members: readonly string[] = []): Promise<string> {
  const made = await sendScim('POST', '/Groups', { displayName: name })
  expect(made.status).toBe(201)
  if (level !== null) {
    await db
      .insertInto('directory_group_access')
      .values({ group_id: made.body.id, project_id: project, customer_id: nordbygg, level })
      .execute()
  }
  if (members.length > 0) await add(made.body.id, ...members)
  return made.body.id
}

async function patch(id: string, operation: object): Promise<void> {
  expect((await sendScim('PATCH', `/Groups/${id}`, patchRequest(operation))).status).toBe(204)
}
const add = (id: string, ...members: string[]) =>
  patch(id, { op: 'add', path: 'members', value: members.map((value) => ({ value })) })
const remove = (id: string, member: string) => patch(id, { op: 'remove', path: `members[value eq "${member}"]` })

async function membership(of = email) {
  const found = await db
    .selectFrom('project_member')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .where('email', '=', of)
    .where('project_id', '=', project)
    .select(['privilege_level', 'directory_level', 'before_directory', 'access_until'])
    .executeTakeFirst()
  return (
    found && [
      found.privilege_level,
      found.directory_level,
      (found.before_directory as { level: number } | null)?.level ?? null,
      found.access_until,
    ]
  )
}

async function giveByHand(of: string, level: number, accessUntil: string | null = null): Promise<void> {
  const { id } = await db.selectFrom('app_user').where('email', '=', of).select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('project_member')
    .values({
      project_id: project,
      user_id: id,
      customer_id: nordbygg,
      privilege_level: level,
      access_until: accessUntil,
    })
    .execute()
}

test('contract 6: of what the groups of a person give, the most counts, and what no group gives is taken at once', async () => {
  const user = await newUser()
  const [members, leads] = [await group('Members', 10), await group('Leads', 20)]
  expect(await membership()).toBeUndefined()
  await add(members, user)
  expect(await membership()).toEqual([10, 10, null, null])
  await add(leads, user)
  expect(await membership()).toEqual([20, 20, null, null])
  await remove(leads, user)
  expect(await membership()).toEqual([10, 10, null, null])
  await remove(members, user)
  expect(await membership()).toBeUndefined()
  const recorded = await db
    .selectFrom('audit_event')
    .where('target_type', '=', 'project-members')
    .where('actor_email', '=', 'reports@nordbygg.example')
    .select(['action', 'before', 'after', 'tenant_id'])
    .orderBy('sequence')
    .execute()
  expect(recorded.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['project-members.create', null, { privilegeLevel: 10 }],
    ['project-members.update', { privilegeLevel: 10 }, { privilegeLevel: 20 }],
    ['project-members.update', { privilegeLevel: 20 }, { privilegeLevel: 10 }],
    ['project-members.remove', { privilegeLevel: 10 }, null],
  ])
  expect(recorded.every(({ tenant_id }) => tenant_id === nordbygg)).toBe(true)
})

test('contract 6: what was given by hand is raised, given back, and never taken', async () => {
  const user = await newUser()
  const end = '2027-03-31T21:59:59.000Z'
  await giveByHand(email, 10, end)
  const [members, leads] = [await group('Members', 10), await group('Leads', 20)]
  await add(members, user)
  expect(await membership()).toEqual([10, null, null, expect.anything()])
  await add(leads, user)
  expect(await membership()).toMatchObject([20, 20, 10, null])
  await remove(leads, user)
  const [level, directory, before, until] = (await membership()) ?? []
  expect([level, directory, before, new Date(`${until}`).toISOString()]).toEqual([10, null, null, end])
  await remove(members, user)
  expect(await membership()).toMatchObject([10, null, null, expect.anything()])
})

test('a membership that an administrator changed since is theirs: it is raised when a group gives more, and stays when none does', async () => {
  const user = await newUser()
  const leads = await group('Leads', 20, [user])
  const byHand = (level: number) =>
    db
      .updateTable('project_member')
      .set({ privilege_level: level })
      .where('project_id', '=', project)
      .where('directory_level', 'is not', null)
      .where('user_id', 'in', (of) => of.selectFrom('app_user').select('id').where('email', '=', email))
      .execute()
  await byHand(10)
  await remove(leads, user)
  expect(await membership()).toEqual([10, null, null, null])
  await add(leads, user)
  expect(await membership()).toMatchObject([20, 20, 10, null])
})

test('a group of another group gives what that one gives, whichever way they are in each other', async () => {
  const user = await newUser()
  const [top, crew] = [await group('Top', 20), await group('Crew', null)]
  const nested = [
    { group_id: crew, parent_id: top, customer_id: nordbygg },
    { group_id: top, parent_id: crew, customer_id: nordbygg },
  ]
  await db.insertInto('directory_group_parent').values(nested).execute()
  await add(crew, user)
  expect(await membership()).toEqual([20, 20, null, null])
  expect((await sendScim('DELETE', `/Groups/${top}`)).status).toBe(204)
  expect(await membership()).toBeUndefined()
})

test('owners, administrators, staff and guests keep what they have, and the record says why', async () => {
  const owner = await db
    .selectFrom('project')
    .innerJoin('app_user as person', 'person.id', 'project.owner_id')
    .where('project.id', '=', project)
    .select('person.email')
    .executeTakeFirstOrThrow()
  await newUser()
  const administrator = email
  const { id: user_id } = await db
    .selectFrom('app_user')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('customer_admin').values({ customer_id: nordbygg, user_id }).execute()
  const before = [await membership(owner.email), await membership(administrator)]
  const leads = await group('Leads', 20)
  for (const person of [owner.email, administrator]) await add(leads, await userId(person))
  expect([await membership(owner.email), await membership(administrator)]).toEqual(before)
  const recorded = await db
    .selectFrom('audit_event')
    .where('target_id', '=', leads)
    .where('action', '=', 'directory-groups.update')
    .select('after')
    .orderBy('sequence')
    .execute()
  expect(recorded).toMatchObject([
    { after: { kept: [{ email: owner.email, project, why: 'owner' }] } },
    { after: { kept: [{ email: administrator, project, why: 'customerAdministrator' }] } },
  ])
  await patch(leads, { op: 'remove', path: 'members' })
  expect([await membership(owner.email), await membership(administrator)]).toEqual(before)
})

test('contract 6: who is switched off has nothing of any group until they are switched on, and what was given by hand comes back', async () => {
  const user = await newUser()
  const leads = await group('Leads', 20, [user])
  const switched = (active: boolean) =>
    sendScim('PATCH', `/Users/${user}`, patchRequest({ op: 'replace', value: { active } }))
  expect((await switched(false)).body.active).toBe(false)
  expect(await membership()).toBeUndefined()
  await remove(leads, user)
  await add(leads, user)
  expect(await membership()).toBeUndefined()
  expect((await switched(true)).body.active).toBe(true)
  expect(await membership()).toEqual([20, 20, null, null])
  // The group loses its access while they are inactive: the former manual membership is restored.
  await remove(leads, user)
  await giveByHand(email, 10)
  await add(leads, user)
  expect(await membership()).toMatchObject([20, 20, 10, null])
  await switched(false)
  await remove(leads, user)
  await switched(true)
  expect(await membership()).toEqual([10, null, null, null])
})

test('who leaves the directory leaves its groups: somebody of that address who comes again has nothing of them', async () => {
  const user = await newUser()
  const leads = await group('Leads', 20, [user])
  expect((await sendScim('DELETE', `/Users/${user}`)).status).toBe(204)
  expect(await membership()).toBeUndefined()
  const sameUser = await newUser()
  await add(await group('Others', null), sameUser)
  expect(await membership()).toBeUndefined()
  expect((await sendScim('GET', `/Groups/${leads}`)).body.members).toEqual([])
})

test('two changes at once that put one person into two groups give the most of both', async () => {
  const user = await newUser()
  const ids = [await group('Members', 10), await group('Leads', 20), await group('Others', 10)]
  await Promise.all(ids.map((id) => add(id, user)))
  expect(await membership()).toEqual([20, 20, null, null])
  await Promise.all(ids.slice(1).map((id) => remove(id, user)))
  expect(await membership()).toEqual([10, 10, null, null])
})

test('the demo’s group gives its people what they have', async () => {
  const { id } = (await sendScim('GET', '/Groups?filter=displayName%20eq%20%22BIM%20coordinators%22')).body.Resources[0]
  const given = () =>
    db
      .selectFrom('project_member')
      .where('project_id', '=', projectId('NB-1902'))
      .where('directory_level', 'is not', null)
      .select(['user_id', 'privilege_level', 'directory_level'])
      .orderBy('user_id')
      .execute()
  const members = await db
    .selectFrom('directory_group_member')
    .where('group_id', '=', id)
    .select('user_id')
    .orderBy('user_id')
    .execute()
  expect(members.length).toBeGreaterThan(1)
  expect(await given()).toEqual(members.map(({ user_id }) => ({ user_id, privilege_level: 10, directory_level: 10 })))
  await patch(id, { op: 'remove', path: 'members' })
  expect(await given()).toEqual([])
})

test('fifteen hundred people of a group that opens three projects come and go, recorded by their number', async () => {
  const many = 1_500
  const { rows } = await sql<{ id: string }>`
    with person as (
      insert into app_user (id, email, given_name, family_name, home_customer_id, created_at, updated_at)
      select gen_random_uuid(), 'many' || number || '@nordbygg.example', 'Many', number::text, ${nordbygg}::uuid, now(), now()
      from generate_series(1, ${many}::int) as number returning id
    )
    insert into customer_user_profile (id, customer_id, user_id, created_at, updated_at)
    select gen_random_uuid(), ${nordbygg}::uuid, id, now(), now() from person returning id`.execute(db)
  const members = rows.map(({ id }) => ({ $ref: null, value: id }))
  const { id } = (await sendScim('POST', '/Groups', { displayName: 'Everybody' })).body
  const opened = [projectId('NB-2103'), projectId('NB-2041'), projectId('NB-1902')]
  for (const each of opened) {
    await db
      .insertInto('directory_group_access')
      .values({ group_id: id, project_id: each, customer_id: nordbygg, level: 10 })
      .execute()
  }
  const given = async () => {
    const found = await sql<{ count: number }>`
      select count(*)::int as count from project_member as member
      join app_user as person on person.id = member.user_id and person.email like 'many%'
      where member.directory_level = 10 and member.privilege_level = 10`.execute(db)
    return found.rows[0]?.count
  }
  const change = (op: 'Add' | 'Remove') => patch(id, { op, path: 'members', value: members })
  await change('Add')
  expect(await given()).toBe(many * opened.length)
  await change('Remove')
  expect(await given()).toBe(0)
  const recorded = await db
    .selectFrom('audit_event')
    .where('action', '=', 'project-members.follow-directory')
    .select('after')
    .orderBy('sequence')
    .execute()
  expect(recorded.map(({ after }) => after)).toEqual([
    { given: many * opened.length, changed: 0, taken: 0 },
    { given: 0, changed: 0, taken: many * opened.length },
  ])
})
