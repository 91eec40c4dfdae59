import { changeSets } from '@lintel/contract/people/change-sets'
import { organizations } from '@lintel/contract/people/organizations'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
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

test('contract 6: a plan is stale when an organization of its people was deleted, and the next plan is applied without it', async () => {
  const email = 'employed.anew@nordbygg.example'
  const files = { 'users.csv': `email;givenName;organization\n${email};Ane;Short Lived\n` }
  const { id } = await astrid.post(organizations, { customer, name: 'Short Lived' } as never)
  const planned = await plan(files)
  await astrid.remove(organizations, id)
  await expect(confirm(planned)).rejects.toMatchObject(planStale)
  const people = db.selectFrom('app_user').select(['given_name', 'family_name']).where('email', '=', email)
  expect(await people.execute()).toEqual([])
  expect(await astrid.get(changeSets, planned.planId)).toMatchObject({ state: 'stale' })
  expect(await confirm(await plan(files))).toMatchObject({ state: 'applied' })
  // The name is the customer's alone; an import names no account.
  expect(await people.execute()).toEqual([{ given_name: '', family_name: '' }])
  const profiles = db
    .selectFrom('customer_user_profile')
    .innerJoin('customer_person as person', 'person.user_id', 'customer_user_profile.user_id')
    .select(['first_name', 'user_organization_id', 'person.name'])
    .where('person.customer_id', '=', customer)
    .where('person.email', '=', email)
  expect(await profiles.execute()).toEqual([{ first_name: 'Ane', user_organization_id: null, name: 'Ane' }])
})

test('a plan is stale when the customer’s policy no longer allows inviting its people, and adds nobody', async () => {
  const email = 'planned.before@nordbygg.example'
  const planned = await plan({ 'users.csv': `email\n${email}\n` })
  const allowOnly = (invite_domains: string[]) =>
    db.updateTable('customer').set({ invite_domains }).where('id', '=', customer).execute()
  await allowOnly(['allowed.example'])
  await expect(confirm(planned)).rejects.toMatchObject(planStale)
  await allowOnly([])
  expect(await astrid.get(changeSets, planned.planId)).toMatchObject({ state: 'stale' })
  expect(await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toEqual([])
})

test('contract 6: a plan is stale when somebody created a project group of the same name, and leaves it theirs', async () => {
  const files = {
    'memberships.csv': `group;email\nScaffolders;${lena}\n`,
    'access.csv': 'group;project;role\nScaffolders;NB-1987;user\n',
  }
  const planned = await plan(files)
  const made = { id: uuidv7(), project_id: projectId('NB-1987'), name: 'scaffolders', customer_id: customer }
  await db.insertInto('project_group').values(made).execute()
  await expect(confirm(planned)).rejects.toMatchObject(planStale)
  const group = db.selectFrom('project_group').select(['id', 'is_imported'])
  const ofThatName = group.where('project_id', '=', made.project_id).where('name', 'ilike', made.name)
  expect(await ofThatName.execute()).toEqual([{ id: made.id, is_imported: false }])
  // A plan that names the group takes it over.
  expect(await confirm(await plan(files))).toMatchObject({ state: 'applied' })
  expect(await ofThatName.execute()).toEqual([{ id: made.id, is_imported: true }])
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
