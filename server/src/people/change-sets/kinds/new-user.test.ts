import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { interceptStatements } from '../../../../test/intercept-statements'
import { worldOn } from '../../../../test/world'
import { worldWithMail } from '../../../../test/world-with-mail'

const { as, db, nextMailTo, mailsTo, untilIdle } = await worldWithMail({
  rates: { general: { calls: 100_000, seconds: 60 }, invite: { calls: 500, seconds: 60 } },
})
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]

const add = (input: ChangeSetInput<'new-user'>, by = 'astrid', of = customer) =>
  as(by).post(changeSets, { kind: 'new-user', customer: of, input, apply: 'whenClean' } as never)
const undo = (id: string) => as('astrid').call(undoChangeSet, { parameters: { id }, body: {} })
const newEmail = () => `${uuidv7()}@newcomer.example`
const isListed = async (email: string) =>
  (await as('astrid').list(users, { filter: { customerId: customer, q: email } })).length === 1
const rolesOf = async (email: string) => {
  const members = await as('astrid').list(projectMembers, { filter: { user: email, customer } })
  return Object.fromEntries(
    members.map(({ project, privilegeLevel, providers }) => [project, [privilegeLevel, providers]]),
  )
}
const profileOf = (email: string) =>
  db
    .selectFrom('customer_user_profile as profile')
    .innerJoin('app_user as person', 'person.id', 'profile.user_id')
    .select(['profile.title', 'profile.first_name as firstName', 'person.given_name as givenName'])
    .where('person.email', '=', email)
    .executeTakeFirst()

test('somebody new is added with a profile and roles as one step, invited, and gone again when that is undone', async () => {
  const user = newEmail()
  const set = await add({
    user: ` ${user.toUpperCase()} `,
    profile: { firstName: 'Ada', title: 'Surveyor' },
    roles: [
      { project: harbour, level: 20, accessUntil: '2999-05-31', providers: [] },
      { project: museum, level: 'Workflows' },
    ],
  })
  expect(set).toMatchObject({ state: 'applied', summary: { total: 3, change: 3, people: 1, projects: 2 } })
  expect(await profileOf(user)).toEqual({ title: 'Surveyor', firstName: 'Ada', givenName: 'Ada' })
  expect(await rolesOf(user)).toEqual({ [harbour]: [20, []], [museum]: [15, []] })
  expect((await nextMailTo(user)).links).not.toEqual([])
  expect(await isListed(user)).toBe(true)
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 0 } })
  expect(await profileOf(user)).toBeUndefined()
  expect(await rolesOf(user)).toEqual({})
  expect(await isListed(user)).toBe(false)
  const states = await as('astrid').list(invitations, { filter: { user } })
  expect(states.filter(({ state }) => state !== 'revoked')).toEqual([])
  await untilIdle()
  const mailed = mailsTo(user).length
  // When added again, the same person is back.
  expect(await add({ user, profile: { firstName: 'Ada' }, roles: [] })).toMatchObject({ state: 'applied' })
  expect(await isListed(user)).toBe(true)
  await untilIdle()
  expect(mailsTo(user)).toHaveLength(mailed)
})

test('who was among the people of the customer before stays when the adding of a profile is undone', async () => {
  const user = newEmail()
  await as('astrid').post(projectMembers, { project: harbour, user, privilegeLevel: 10, providers: [] })
  const set = await add({ user, profile: { title: 'Guest of honour' }, roles: [{ project: museum, level: 10 }] })
  expect(set).toMatchObject({ state: 'applied', summary: { change: 2 } })
  await undo(set.id)
  expect(await profileOf(user)).toBeUndefined()
  expect(Object.keys(await rolesOf(user))).toEqual([harbour])
  expect(await isListed(user)).toBe(true)
})

test('somebody with a profile, or who is a member of one of the projects, is not added once more', async () => {
  const user = newEmail()
  await add({ user, roles: [{ project: harbour, level: 10 }] })
  expect(await add({ user, profile: { title: 'Twice' }, roles: [{ project: harbour, level: 10 }] })).toMatchObject({
    state: 'planned',
    summary: { conflicts: { alreadyUser: 1, alreadyMember: 1 } },
  })
  expect(await profileOf(user)).toMatchObject({ title: null })
  await expect(add({ user: 'nobody', roles: [] })).rejects.toMatchObject({ status: 422, code: 'invalidEmail' })
})

test('a project that is given twice is refused at its second role, and an unknown organization at its field', async () => {
  const user = newEmail()
  const roles = [museum, harbour, museum.toUpperCase()].map((project) => ({ project, level: 10 }))
  await expect(add({ user, roles })).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
    source: { pointer: '/data/attributes/input/roles/2/project' },
  })
  await expect(add({ user, profile: { userOrganization: uuidv7() }, roles: [] })).rejects.toMatchObject({
    status: 422,
    code: 'unknownReference',
    source: { pointer: '/data/attributes/input/profile/userOrganization' },
  })
  expect(await add({ user, roles: roles.slice(0, 2) })).toMatchObject({ state: 'applied', summary: { change: 3 } })
})

test('who was given a profile since the plan makes it stale, and keeps theirs', async () => {
  const user = newEmail()
  const draft = { kind: 'new-user', customer, input: { user, profile: { title: 'Surveyor' }, roles: [] } }
  const { id } = await as('astrid').post(changeSets, draft as never)
  await add({ user, profile: { title: 'Carpenter' }, roles: [] })
  await expect(as('astrid').call(applyChangeSet, { parameters: { id } })).rejects.toMatchObject({ code: 'stale' })
  expect(await as('astrid').get(changeSets, id)).toMatchObject({ state: 'stale' })
  expect(await profileOf(user)).toMatchObject({ title: 'Carpenter' })
})

test('whom a directory group or a role at the customer has taken in since stays among its people when their addition is undone', async () => {
  const [inGroup, apiUser, nobody] = [newEmail(), newEmail(), newEmail()]
  const sets: string[] = []
  for (const user of [inGroup, apiUser, nobody]) sets.push((await add({ user, roles: [] })).id)
  const ids = await db.selectFrom('app_user').select(['email', 'id']).where('email', 'in', [inGroup, apiUser]).execute()
  const idOf = (email: string) => ids.find((each) => each.email === email)?.id ?? ''
  const group = { id: uuidv7(), customer_id: customer, name: 'Newcomers', source: 'import' }
  await db.insertInto('directory_group').values(group).execute()
  const member = { group_id: group.id, user_id: idOf(inGroup), customer_id: customer, source: 'hand' }
  await db.insertInto('directory_group_member').values(member).execute()
  await db
    .insertInto('customer_api_user')
    .values({ customer_id: customer, user_id: idOf(apiUser) })
    .execute()
  for (const id of sets) await undo(id)
  const known = db.selectFrom('customer_person').select('email').where('customer_id', '=', customer)
  const left = await known.where('email', 'in', [inGroup, apiUser, nobody]).execute()
  expect(left.map(({ email }) => email).toSorted()).toEqual([inGroup, apiUser].toSorted())
})

test('whoever is given a role at the moment at which their addition is undone stays among the people of the customer', async () => {
  const [given, waitedFor] = [newEmail(), newEmail()]
  const sets = { given: await add({ user: given, roles: [] }), waitedFor: await add({ user: waitedFor, roles: [] }) }
  const cells = [{ user: given, project: harbour, level: 10 }]
  const role = { kind: 'roles', customer, input: { cells }, apply: 'whenClean' }
  let answer: Promise<unknown> = Promise.resolve()
  beforeStatement(`set state = 'undone'`, async () => {
    answer = as('astrid').post(changeSets, role as never)
    await untilLockWaiters('insert into "change_set"')
  })
  await undo(sets.given.id)
  expect(await answer).toMatchObject({ state: 'applied' })

  const { id: user_id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', waitedFor)
    .executeTakeFirstOrThrow()
  const { undone } = await db.transaction().execute(async (transaction) => {
    const member = { project_id: harbour, user_id, customer_id: customer, privilege_level: 10 }
    await transaction.insertInto('project_member').values(member).execute()
    const undone = undo(sets.waitedFor.id)
    await untilLockWaiters('app_user')
    return { undone }
  })
  expect(await undone).toMatchObject({ state: 'undone' })
  for (const email of [given, waitedFor]) {
    expect(await rolesOf(email)).toEqual({ [harbour]: [10, []] })
    expect(await isListed(email)).toBe(true)
  }
})

test('whom the customer’s policy or the installation keeps out is refused in their rows, and nothing of them is kept', async () => {
  const roles = [{ project: harbour, level: 10 }]
  const accounts = (email: string) => db.selectFrom('app_user').select('id').where('email', '=', email).execute()
  const domains = (invite_domains: string[]) =>
    db.updateTable('customer').set({ invite_domains }).where('id', '=', customer).execute()
  await domains(['allowed.example'])
  const refused = newEmail()
  expect(await add({ user: refused, roles })).toMatchObject({
    state: 'planned',
    summary: { change: 0, conflicts: { domainNotInvited: 2 } },
  })
  expect(await add({ user: refused, roles: [] })).toMatchObject({ rows: [{ conflict: 'domainNotInvited' }] })
  expect(await accounts(refused)).toEqual([])
  expect(await add({ user: `${uuidv7()}@allowed.example`, roles })).toMatchObject({ state: 'applied' })
  await domains([])

  const strict = (await worldOn(db, { canAddUsers: false })).as('astrid')
  const unknown = newEmail()
  const draft = { kind: 'new-user', customer, input: { user: unknown, roles }, apply: 'whenClean' }
  expect(await strict.post(changeSets, draft as never)).toMatchObject({
    state: 'planned',
    summary: { change: 0, conflicts: { noAccount: 2 } },
  })
  expect(await accounts(unknown)).toEqual([])
})

test('G1, G4: nobody adds to another customer or its projects, and somebody of another one is planned like somebody unknown', async () => {
  const fjellbane = customerId('fjellbane')
  await expect(add({ user: newEmail(), roles: [] }, 'gro')).rejects.toMatchObject({ status: 403 })
  const roles = [{ project: harbour, level: 10 }]
  await expect(add({ user: newEmail(), roles }, 'gro', fjellbane)).rejects.toMatchObject({ status: 422 })
  const planned = (user: string) =>
    as('astrid').post(changeSets, { kind: 'new-user', customer, input: { user, roles } } as never)
  const [foreign, unknown] = [await planned('gro@fjellbane.example'), await planned(newEmail())]
  expect(foreign.summary).toEqual(unknown.summary)
  expect(foreign.summary).toMatchObject({ change: 2, conflict: 0 })
})
