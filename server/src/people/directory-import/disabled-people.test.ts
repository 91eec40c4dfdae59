import { describeStep } from '@lintel/contract/people/ad-import'
import { undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projectMembers } from '@lintel/contract/people/members'
import { readCurrentUser } from '@lintel/contract/people/users'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { importDirectory, importRows } from '../../../test/directory-import'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { world } from '../../../test/world'

const { app, as, db, clock } = await world()
await connectDirectory(db)
const sendScim = directoryClient(app)

const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const lena = `lena@${domain}`

async function importFiles(files: Record<string, string>): Promise<string> {
  clock.advance(1_001)
  const { planId, summary } = await importDirectory(as('astrid'), { files, domain })
  await importDirectory(as('astrid'), { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
  return planId
}

const undo = (id: string, partial = false) => {
  clock.advance(1_001)
  return as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial } })
}

const userId = async (email: string): Promise<string> =>
  (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.Resources[0].id

const cell = (text: string) => ({ 'users.csv': `email;enabled\n${lena};${text}\n` })
const [enabled, disabled] = [cell('TRUE'), cell('FALSE')]

/** What somebody has by their home at the customer. */
async function hasAtHome(name: string) {
  const [person, theirs] = [as(name), ({ customer: of }: { customer: string | null }) => of === customer]
  return {
    templates: (await person.list(projectTemplates)).filter(theirs).length,
    projects: (await person.list(templateProjects)).filter(theirs).length,
    beginsWithTrial: (await person.call(readCurrentUser)).beginsWithTrial,
  }
}
const nothing = { templates: 0, projects: 0, beginsWithTrial: true }

const membershipsOf = (email: string) =>
  db
    .selectFrom('project_member')
    .select(['project_id', 'privilege_level'])
    .where('user_id', '=', personId(email))
    .where('customer_id', '=', customer)
    .orderBy('project_id')
    .execute()

/** The steps of the plan of these files, and whether each is a change. */
async function stepsOf(files: Record<string, string>) {
  const { planId } = await importDirectory(as('astrid'), { files, domain })
  return (await importRows(as('astrid'), planId)).map((row) => {
    const { type, action, step } = describeStep(row)
    return [type, action, step.user, row.outcome]
  })
}

test('contract 6: at home is nobody whom an import has disabled, until it is undone or an import enables them', async () => {
  const [before, had] = [await hasAtHome('lena'), await membershipsOf(lena)]
  expect(before).toMatchObject({ templates: 3, beginsWithTrial: false })
  const first = await importFiles(disabled)
  expect(await hasAtHome('lena')).toEqual(nothing)
  expect(await membershipsOf(lena)).toEqual([])
  await expect(as('lena').post(projects, { name: 'At home', customer } as never)).rejects.toMatchObject({
    code: 'unknownReference',
  })
  expect(await stepsOf(disabled)).toEqual([['User', 'no change', lena, 'same']])
  await undo(first)
  expect([await hasAtHome('lena'), await membershipsOf(lena)]).toEqual([before, had])

  // Who has nothing but their home is a row of the preview as well.
  await db.deleteFrom('project_member').where('user_id', '=', personId(lena)).execute()
  await db.deleteFrom('directory_group_member').where('user_id', '=', personId(lena)).execute()
  expect(await stepsOf(disabled)).toEqual([['User', 'remove', lena, 'change']])
  const second = await importFiles(disabled)
  expect(await hasAtHome('lena')).toEqual(nothing)
  await importFiles({ 'users.csv': `email;title\n${lena};Surveyor\n` })
  expect(await hasAtHome('lena')).toEqual(nothing)
  await expect(undo(second)).resolves.toMatchObject({ state: 'undone' })
  expect(await hasAtHome('lena')).toEqual(before)

  await importFiles(disabled)
  expect(await stepsOf(enabled)).toEqual([['User', 'create', lena, 'change']])
  const third = await importFiles(enabled)
  expect(await hasAtHome('lena')).toEqual(before)
  await undo(third)
  expect(await hasAtHome('lena')).toEqual(nothing)
  await importFiles(enabled)
  expect(await stepsOf(enabled)).toEqual([['User', 'no change', lena, 'same']])
})

test('whom an import has disabled without a profile gets one that stores it, and has none after the undo', async () => {
  const profile = db.selectFrom('customer_user_profile').where('customer_id', '=', customer)
  const ofLena = profile.where('user_id', '=', personId(lena))
  const [before, stored] = [await hasAtHome('lena'), await ofLena.selectAll().execute()]
  await db.deleteFrom('customer_user_profile').where('user_id', '=', personId(lena)).execute()
  const planId = await importFiles(disabled)
  expect(await hasAtHome('lena')).toEqual(nothing)
  expect(await ofLena.select(['first_name', 'directory_source']).execute()).toEqual([
    { first_name: null, directory_source: 'import' },
  ])
  await undo(planId)
  expect([await hasAtHome('lena'), await ofLena.selectAll().execute()]).toEqual([before, []])
  await db.insertInto('customer_user_profile').values(stored).execute()
})

test('whom an import has disabled is inactive for SCIM and gets nothing by its groups, until SCIM or an import enables them', async () => {
  const [before, id] = [await hasAtHome('lena'), await userId(lena)]
  const active = async () => (await sendScim('GET', `/Users/${id}`)).body.active
  const send = async (value: boolean) =>
    (await sendScim('PATCH', `/Users/${id}`, patchRequest({ op: 'replace', path: 'active', value }))).status
  const isListed = async () =>
    (await sendScim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${lena}" and active eq true`)}`)).body
      .totalResults === 1
  expect([await active(), await isListed()]).toEqual([true, true])
  await importFiles(disabled)
  expect([await active(), await isListed()]).toEqual([false, false])
  const group = (await sendScim('POST', '/Groups', { displayName: 'Divers', members: [{ value: id }] })).body.id
  const opened = { customer, group, project: projectId('NB-1987'), privilegeLevel: 10 } as const
  await as('astrid').post(directoryGroupAccess, opened)
  expect(await membershipsOf(lena)).toEqual([])
  const given = [{ project_id: opened.project, privilege_level: 10 }]
  await importFiles(enabled)
  expect([await active(), await membershipsOf(lena), await hasAtHome('lena')]).toEqual([true, given, before])

  // An import takes the person out of the groups; SCIM activates them as anybody else.
  await importFiles(disabled)
  const again = patchRequest({ op: 'add', path: 'members', value: [{ value: id }] })
  expect((await sendScim('PATCH', `/Groups/${group}`, again)).status).toBe(204)
  expect(await membershipsOf(lena)).toEqual([])
  expect(await send(true)).toBe(200)
  expect([await active(), await membershipsOf(lena), await hasAtHome('lena')]).toEqual([true, given, before])

  // What SCIM says of them since is no longer the import's.
  await importFiles(disabled)
  expect(await send(false)).toBe(200)
  await importFiles(enabled)
  expect([await active(), await hasAtHome('lena')]).toEqual([false, nothing])
  expect(await send(true)).toBe(200)
  expect(await hasAtHome('lena')).toEqual(before)
})

test('whose profile is removed after an import has disabled them is not at home again', async () => {
  const rosa = `rosa.leaving@${domain}`
  await importFiles({ 'users.csv': `email;givenName;enabled\n${rosa};Rosa;TRUE\n` })
  const home = db.selectFrom('app_user').select('home_customer_id').where('email', '=', rosa)
  expect(await home.execute()).toEqual([{ home_customer_id: customer }])
  await importFiles({ 'users.csv': `email;enabled\n${rosa};FALSE\n` })
  await as('astrid').remove(customerUserProfiles, await userId(rosa))
  expect(await home.execute()).toEqual([{ home_customer_id: null }])
})

test('the undo of an earlier import gives nothing back to somebody whom a later one has disabled', async () => {
  await importFiles({
    ...enabled,
    'memberships.csv': `group;email\nFitters;${lena}\n`,
    'access.csv': 'group;project;role\nFitters;NB-2103;user\n',
  })
  const member = expect.objectContaining({ project_id: projectId('NB-2103') })
  expect(await membershipsOf(lena)).toContainEqual(member)
  const ended = await importFiles({ 'access.csv': 'group;project;role\nFitters;NB-2103;none\n' })
  expect(await membershipsOf(lena)).not.toContainEqual(member)
  await importFiles(disabled)
  await expect(undo(ended)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(ended, true)
  expect(await membershipsOf(lena)).toEqual([])
  await importFiles(enabled)
})

test('a plan of before an import disabled somebody is stale', async () => {
  const files = {
    'memberships.csv': `group;email\nPlanned;${lena}\n`,
    'access.csv': 'group;project;role\nPlanned;NB-2103;user\n',
  }
  const { planId } = await importDirectory(as('astrid'), { files, domain })
  await db.deleteFrom('project_member').where('user_id', '=', personId(lena)).execute()
  await db.deleteFrom('directory_group_member').where('user_id', '=', personId(lena)).execute()
  const { planId: again } = await importDirectory(as('astrid'), { files, domain })
  await importFiles(disabled)
  for (const id of [planId, again]) {
    await expect(importDirectory(as('astrid'), { planId: id, dryRun: 'false' })).rejects.toMatchObject({
      ...{ status: 409, code: 'planStale' },
    })
  }
  expect(await membershipsOf(lena)).toEqual([])
})

const change = async (id: string, ...operations: object[]) => {
  const { status, body } = await sendScim('PATCH', `/Users/${id}`, patchRequest(...operations))
  return [status, body.active ?? body.scimType]
}
const active = (value: boolean) => ({ op: 'replace', path: 'active', value })

test('contract 6: whom an import has disabled SCIM deactivates with what they were given since, unless it may not', async () => {
  const id = await userId(lena)
  await importFiles(enabled)
  await importFiles(disabled)
  const given = { project: projectId('NB-2103'), user: lena, privilegeLevel: 10 as const, providers: [] }
  await as('astrid').post(projectMembers, given)
  const stored = [{ project_id: given.project, privilege_level: 10 }]
  await db
    .insertInto('customer_api_user')
    .values({ customer_id: customer, user_id: personId(lena) })
    .execute()
  expect(await change(id, active(false))).toEqual([400, 'mutability'])
  expect(await membershipsOf(lena)).toEqual(stored)
  await db.deleteFrom('customer_api_user').where('user_id', '=', personId(lena)).execute()
  expect(await change(id, active(false))).toEqual([200, false])
  expect(await membershipsOf(lena)).toEqual([])
  expect(await change(id, active(true))).toEqual([200, true])
  expect(await membershipsOf(lena)).toEqual(stored)
})

test('contract 6: a change by SCIM that does not set active leaves what an import said of somebody', async () => {
  const id = await userId(lena)
  await importFiles(disabled)
  expect(await change(id, { op: 'replace', path: 'title', value: 'Rigger' })).toEqual([200, false])
  const put = await sendScim('PUT', `/Users/${id}`, { userName: lena, title: 'Slinger' })
  expect([put.status, put.body.active, put.body.title]).toEqual([200, false, 'Slinger'])
  const said = await db
    .selectFrom('customer_user_profile as profile')
    .innerJoin('scim_user as scim', 'scim.profile_id', 'profile.id')
    .select(['profile.is_disabled', 'scim.active'])
    .where('profile.id', '=', id)
    .execute()
  expect(said).toEqual([{ is_disabled: true, active: true }])
  await importFiles(enabled)
  expect((await sendScim('GET', `/Users/${id}`)).body.active).toBe(true)
})

test('contract 6: a project that is restored has no member whom an import disabled while it was deleted, except its owner', async () => {
  const project = projectId('NB-2103')
  /** The level of lena, and that of the owner. */
  const levels = async () => {
    const stored = await db
      .selectFrom('project_member')
      .innerJoin('project', 'project.id', 'project_id')
      .select(['user_id', 'project.owner_id', 'privilege_level'])
      .where('project_id', '=', project)
      .execute()
    const levelOf = (user: string | undefined) => stored.find(({ user_id }) => user_id === user)?.privilege_level
    return [levelOf(personId(lena)), levelOf(stored[0]?.owner_id)]
  }
  const setDeleted = (isInactive: boolean) => as('astrid').patch(projects, project, { isInactive } as never)
  await as('astrid').post(projectMembers, { project, user: lena, privilegeLevel: 10, providers: [] })
  await setDeleted(true)
  await importFiles(disabled)
  await db
    .insertInto('customer_user_profile')
    .columns(['id', 'customer_id', 'user_id', 'is_disabled', 'updated_at'])
    .expression(
      db
        .selectFrom('project')
        .select([sql<string>`gen_random_uuid()`.as('id'), 'customer_id', 'owner_id', sql.lit(true).as('disabled')])
        .select('deleted_at')
        .where('id', '=', project),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ is_disabled: true, updated_at: ref('excluded.updated_at') })),
    )
    .execute()
  expect(await levels()).toEqual([10, 30])
  await setDeleted(false)
  expect(await levels()).toEqual([undefined, 30])
  const ended = await db
    .selectFrom('audit_event')
    .select('actor_email')
    .where('target_id', '=', `${project}.${personId(lena)}`)
    .where('action', '=', 'project-members.remove')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  expect(ended).toEqual({ actor_email: `astrid@${domain}` })
  // What she is given while she is disabled stays when the project is deleted and restored.
  await as('astrid').post(projectMembers, { project, user: lena, privilegeLevel: 10, providers: [] })
  await setDeleted(true)
  await setDeleted(false)
  expect(await levels()).toEqual([10, 30])
})
