import { customers } from '@lintel/contract/customers/customers'
import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'
import { lockCustomer } from '../change-sets/engine/stored-change-set.store'

const { as, db } = await world()
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const [staff, astrid] = [as('staff'), as('astrid')]
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const [mei, lena, odd] = ['mei@nordbygg.example', 'lena@nordbygg.example', 'odd@nordbygg.example']
/** The end of this day in Oslo, where the customer is, and in Tokyo. */
const [day, inOslo, inTokyo] = ['2999-06-30', '2999-06-30T21:59:59Z', '2999-06-30T14:59:59Z']

const setZone = (timeZone: string) => staff.patch(customers, customer, { timeZone })
afterEach(() => setZone('Europe/Oslo'))

const post = (kind: string, input: object, more: object = {}) =>
  astrid.post(changeSets, { kind, customer, input, ...more } as never)
const change = async (cell: RoleCell) => {
  const set = await post('roles', { cells: [cell] }, { apply: 'whenClean' })
  expect(set).toMatchObject({ state: 'applied' })
  return set.id
}
const apply = (id: string) => astrid.call(applyChangeSet, { parameters: { id } })
const undo = (id: string, by = astrid) => by.call(undoChangeSet, { parameters: { id }, body: { partial: false } })
/** The end of a membership; undefined where there is none. */
async function endOf(user: string, project: string) {
  const member = db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .select('member.access_until as until')
    .where('person.email', '=', user)
    .where('member.project_id', '=', project)
  return (await member.executeTakeFirst())?.until
}

test('who was removed, or had their end cleared, before the time zone changed gets the same last day back by an undo', async () => {
  await change({ user: mei, project: harbour, level: 10, accessUntil: day })
  await change({ user: lena, project: harbour, level: 10, accessUntil: day })
  const removal = await change({ user: mei, project: harbour, level: 0 })
  const clearing = await change({ user: lena, project: harbour, accessUntil: null })
  await setZone('Asia/Tokyo')
  await undo(removal)
  await undo(clearing)
  expect([await endOf(mei, harbour), await endOf(lena, harbour)]).toEqual([inTokyo, inTokyo])
})

test('what was planned or undone before the time zone changed is applied and repeated with the same last day', async () => {
  const invited = 'planned@last-days.example'
  const added = await post('roles', { cells: [{ user: odd, project: museum, level: 10, accessUntil: day }] })
  const invitation = await post('invitations', { project: museum, emails: [invited], level: 10, accessUntil: day })
  const undone = await change({ user: lena, project: museum, level: 10, accessUntil: day })
  await undo(undone)
  await setZone('Asia/Tokyo')
  for (const { id } of [added, invitation]) expect(await apply(id)).toMatchObject({ state: 'applied' })
  expect(await post('roles', { again: undone }, { apply: 'whenClean' })).toMatchObject({
    state: 'applied',
    rows: [{ after: { accessUntil: inTokyo } }],
  })
  for (const user of [odd, invited, lena]) expect([user, await endOf(user, museum)]).toEqual([user, inTokyo])
})

test('whom an import made the owner of a project is a member until the same last day again when it is undone', async () => {
  await change({ user: mei, project: harbour, level: 10, accessUntil: day })
  const files = {
    'memberships.csv': `group;email\nTakers;${mei}\n`,
    'access.csv': 'group;project;role\nTakers;NB-2041;owner\n',
  }
  const { planId } = await importDirectory(staff, { files, domain: 'nordbygg.example' })
  await importDirectory(staff, { planId, dryRun: 'false' })
  expect(await endOf(mei, harbour)).toBeNull()
  await setZone('Asia/Tokyo')
  expect(await undo(planId, staff)).toMatchObject({ state: 'undone' })
  expect(await endOf(mei, harbour)).toBe(inTokyo)
})

test('each end in the rows of change sets is moved, and what is over, of another customer or never applied stays', async () => {
  const [over, other] = ['2020-06-30T21:59:59Z', customerId('fjellbane')]
  const aside = (end: string) => ({ level: 10, expirationDate: null, accessUntil: end })
  const columns = (end: string) => ({ expiration_date: end, access_until: null, before_directory: aside(end) })
  const rowWith = (end: string) => ({
    before: { privilegeLevel: 20, accessUntil: end, beforeDirectory: aside(end) },
    after: { privilegeLevel: 10, accessUntil: null, beforeDirectory: null },
    kept: { ...columns(end), topics: [], member: columns(end) },
  })
  const addRow = async (of: string, row: ReturnType<typeof rowWith>, state = 'applied') => {
    const id = uuidv7()
    const [before, after, kept] = [row.before, row.after, row.kept].map((column) => JSON.stringify(column))
    await sql`insert into change_set (id, customer_id, kind, state, created_at) values (${id}, ${of}, 'ad-import', ${state}, now())`.execute(
      db,
    )
    await sql`insert into change_set_row (change_set_id, number, outcome, user_id, project_id, before, after, kept)
      values (${id}, 1, 'change', ${personId(mei)}, ${harbour}, ${before}, ${after}, ${kept})`.execute(db)
    return async () => {
      const stored = db.selectFrom('change_set_row').select(['before', 'after', 'kept']).where('change_set_id', '=', id)
      return stored.executeTakeFirstOrThrow()
    }
  }
  const mixed = { ...rowWith(inOslo), before: rowWith(over).before }
  const moved = await addRow(customer, mixed)
  const ended = await addRow(customer, rowWith(over))
  const foreign = await addRow(other, rowWith(inOslo))
  const stale = await addRow(customer, rowWith(inOslo), 'stale')
  await setZone('Asia/Tokyo')
  expect(await moved()).toEqual({ ...rowWith(inTokyo), before: rowWith(over).before })
  expect(await ended()).toEqual(rowWith(over))
  expect(await foreign()).toEqual(rowWith(inOslo))
  expect(await stale()).toEqual(rowWith(inOslo))
})

test('a time zone is changed after the change set that is being applied, whose memberships get the same last day too', async () => {
  let commit = () => {}
  const applied = new Promise<void>((resolve) => {
    commit = resolve
  })
  let begin = () => {}
  const isWriting = new Promise<void>((resolve) => {
    begin = resolve
  })
  const application = db.transaction().execute(async (transaction) => {
    await lockCustomer(transaction, customer)
    const member = { project_id: harbour, user_id: personId(odd), customer_id: customer, privilege_level: 10 }
    await transaction
      .insertInto('project_member')
      .values({ ...member, access_until: inOslo })
      .execute()
    begin()
    await applied
  })
  await isWriting
  const tried = new Promise<void>((resolve) => {
    beforeStatement('pg_try_advisory_xact_lock', async () => resolve())
  })
  const zone = setZone('Asia/Tokyo')
  await tried
  commit()
  await application
  await zone
  expect(await endOf(odd, harbour)).toBe(inTokyo)
})

test.each([
  [
    'planned',
    'insert into change_set_row',
    async () =>
      apply((await post('roles', { cells: [{ user: odd, project: museum, level: 10, accessUntil: day }] })).id),
  ],
  [
    'added',
    'insert into "project_member"',
    async () => {
      const added = { project: museum, user: odd, privilegeLevel: 10, accessUntil: day, sendInvitation: false }
      await astrid.post(projectMembers, added as never)
    },
  ],
  [
    'changed',
    'update "project_member"',
    async () => {
      await change({ user: odd, project: museum, level: 10 })
      await astrid.patch(projectMembers, `${museum}.${personId(odd)}`, { accessUntil: day })
    },
  ],
])('who is being %s while the time zone changes is a member until the same last day', async (_, statement, write) => {
  await db.deleteFrom('project_member').where('project_id', '=', museum).where('user_id', '=', personId(odd)).execute()
  let zone: Promise<unknown> = Promise.resolve()
  beforeStatement(statement, async () => {
    zone = setZone('Asia/Tokyo')
    await untilLockWaiters('update "customer"')
  })
  await write()
  await zone
  expect(await endOf(odd, museum)).toBe(inTokyo)
})
