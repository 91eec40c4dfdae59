import { changeSets } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { changedTables, rowDigests } from '../../../test/row-digests'
import { world } from '../../../test/world'

const { as, db } = await world()
const [staff, astrid] = [as('staff'), as('astrid')]
const customer = customerId('nordbygg')
const [lena, mei] = ['lena@nordbygg.example', 'mei@nordbygg.example'] as const

const plan = (files: Record<string, string>, by = astrid) => importDirectory(by, { files, domain: 'nordbygg.example' })
const confirm = ({ planId, summary }: Awaited<ReturnType<typeof plan>>, by = astrid) =>
  importDirectory(by, { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
const planStale = { status: 409, code: 'planStale' }

type RoleTable = 'customer_admin' | 'customer_api_user'
const appoint = (table: RoleTable, email: string) =>
  db
    .insertInto(table)
    .values({ customer_id: customer, user_id: personId(email) })
    .execute()
const dismiss = (table: RoleTable, email: string) =>
  db.deleteFrom(table).where('customer_id', '=', customer).where('user_id', '=', personId(email)).execute()
const setRole = (email: string, role: string | null) =>
  db.updateTable('app_user').set({ role }).where('id', '=', personId(email)).execute()

const disabled = { 'users.csv': `email;enabled\n${lena};FALSE\n` }
const profile = { 'users.csv': `email;title\n${lena};Surveyor\n` }
const member = { 'memberships.csv': `group;email\nSurveyors;${lena}\n` }
const owner = {
  'memberships.csv': `group;email\nTakers;${mei}\n`,
  'access.csv': 'group;project;role\nTakers;NB-2041;owner\n',
}
const become = {
  apiUser: [() => appoint('customer_api_user', lena), () => dismiss('customer_api_user', lena)],
  administrator: [() => appoint('customer_admin', lena), () => dismiss('customer_admin', lena)],
  staff: [() => setRole(lena, 'rendra_staff'), () => setRole(lena, null)],
} as const

test.each([
  ['an API user, whom the files disable', disabled, become.apiUser],
  ['an administrator of the customer, whom the files disable', disabled, become.administrator],
  ['an administrator of the customer, whose profile changes', profile, become.administrator],
  ['an administrator of the customer, who joins a group', member, become.administrator],
  ['a member of the staff, whose profile changes', profile, become.staff],
  ['a member of the staff, who joins a group', member, become.staff],
])('I3: a plan is stale when somebody became %s, and changes nothing', async (_, files, [appointed, dismissed]) => {
  const planned = await plan(files)
  expect(planned.summary).toMatchObject({ conflict: 0 })
  await appointed()
  const before = await rowDigests(db)
  await expect(confirm(planned)).rejects.toMatchObject(planStale)
  const written = changedTables(before, await rowDigests(db)).filter((table) => !/^(audit_|session)/.test(table))
  expect(written).toEqual(['change_set'])
  expect(await astrid.get(changeSets, planned.planId)).toMatchObject({ state: 'stale' })
  await dismissed()
})

test('I3: a plan is stale when the new owner of a project became a member of the staff', async () => {
  const planned = await plan(owner, staff)
  expect(planned.summary).toMatchObject({ conflict: 0 })
  await setRole(mei, 'rendra_staff')
  await expect(confirm(planned, staff)).rejects.toMatchObject(planStale)
  const project = db.selectFrom('project').select('owner_id').where('id', '=', projectId('NB-2041'))
  expect(await project.execute()).toEqual([{ owner_id: personId('ola@nordbygg.example') }])
  await setRole(mei, null)
})

test('I3: a confirm waits for an appointment under way and is stale after it', async () => {
  const planned = await plan(disabled)
  let commit = () => {}
  const isAppointed = new Promise<void>((resolve) => {
    commit = resolve
  })
  const appointment = db.transaction().execute(async (transaction) => {
    // As a change of the customer does.
    await transaction.updateTable('customer').set({ updated_by: null }).where('id', '=', customer).execute()
    const role = { customer_id: customer, user_id: personId(lena) }
    await transaction.insertInto('customer_api_user').values(role).execute()
    await isAppointed
  })
  const confirmed = confirm(planned).catch((error: unknown) => error)
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'select from customer %for share'`
      .execute(db)
      .then(({ rows }) => rows.length)
  await expect.poll(waiting).toBe(1)
  commit()
  await appointment
  expect(await confirmed).toMatchObject(planStale)
  await dismiss('customer_api_user', lena)
})

test('a plan that does not disable somebody who became an API user is applied, and so is one that no longer lists an administrator', async () => {
  const first = await plan({ 'memberships.csv': `group;email\nSurveyors;${lena}\nSurveyors;${mei}\n` })
  await appoint('customer_api_user', lena)
  expect(await confirm(first)).toMatchObject({ state: 'applied' })
  const second = await plan({ 'memberships.csv': `group;email\nSurveyors;${mei}\n` })
  await appoint('customer_admin', lena)
  expect(await confirm(second)).toMatchObject({ state: 'applied' })
  const members = db
    .selectFrom('directory_group_member as own')
    .innerJoin('directory_group as stored', 'stored.id', 'own.group_id')
    .select('own.user_id')
    .where('stored.name', '=', 'Surveyors')
  expect(await members.execute()).toEqual([{ user_id: personId(mei) }])
})
