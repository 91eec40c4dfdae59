import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { readAccessReasons } from '@lintel/contract/people/access-reasons'
import { describeStep } from '@lintel/contract/people/ad-import'
import {
  applyChangeSet,
  cancelChangeSet,
  changeSets,
  previewUndo,
  synchronousRowLimit,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { sampleDirectory } from '../../../demo/sample-directory'
import { type ImportForm, importDirectory, importRows } from '../../../test/directory-import'
import { interceptStatements } from '../../../test/intercept-statements'
import { multipartForm } from '../../../test/multipart-form'
import { changedTables, rowDigests } from '../../../test/row-digests'
import { world } from '../../../test/world'

const { as, db, clock } = await world()
const { beforeStatement } = interceptStatements(db)
const astrid = as('astrid')
const domain = 'nordbygg.example'
const customer = customerId('nordbygg')
const tower = projectId('NB-1987')
const harbour = projectId('NB-2041')
const lena = 'lena@nordbygg.example'
const mei = 'mei@nordbygg.example'

const plan = (files: Record<string, string>, more: ImportForm = {}) =>
  importDirectory(astrid, { files, domain, ...more })
const confirm = (planId: string, more: ImportForm = {}) => importDirectory(astrid, { planId, dryRun: 'false', ...more })
/** Plans and applies an import, with the typed count where it is required. */
async function importFiles(files: Record<string, string>): Promise<string> {
  const { planId, summary } = await plan(files)
  const done = await confirm(planId, { removals: String(summary.removal?.removed ?? 0) })
  expect(done).toMatchObject({ state: 'applied' })
  return planId
}
const undo = (id: string, partial = false) => astrid.call(undoChangeSet, { parameters: { id }, body: { partial } })
const stepsOf = async (id: string) =>
  (await importRows(astrid, id)).map((row) => {
    const { type, action, step } = describeStep(row)
    return [type, action, step.user ?? step.group, step.error ?? row.outcome]
  })
const memberOf = async (project: string, email: string) =>
  (await db
    .selectFrom('project_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .select(['privilege_level as level', 'directory_level as directory'])
    .where('person.email', '=', email)
    .where('project_id', '=', project)
    .executeTakeFirst()) ?? null
const groupsOf = async (email: string) =>
  (
    await db
      .selectFrom('directory_group_member as own')
      .innerJoin('directory_group as held', 'held.id', 'own.group_id')
      .innerJoin('app_user as person', 'person.id', 'own.user_id')
      .select('held.name')
      .where('person.email', '=', email)
      .orderBy('held.name')
      .execute()
  ).map(({ name }) => name)
const groupsOfProject = (project: string, name: string) =>
  db
    .selectFrom('project_group as own')
    .leftJoin('project_group_member as one', 'one.group_id', 'own.id')
    .leftJoin('app_user as person', 'person.id', 'one.user_id')
    .select(['own.is_imported as isImported', 'person.email'])
    .where('own.project_id', '=', project)
    .where('own.name', '=', name)
    .orderBy('person.email')
    .execute()

const newEmail = 'new.one@nordbygg.example'
const site = {
  'users.csv': `email;givenName;familyName;title\n${newEmail};New;One;Engineer\n${lena};Lena;Vik;Site lead\n`,
  'groups.csv': 'group;description\nSite crew;All of the site\n',
  'memberships.csv': `group;email\nSite crew;${newEmail}\nSite crew;${lena}\n`,
  'access.csv': 'group;project;role\nSite crew;NB-1987;user\n',
}

test('a dry run answers the steps and changes nothing; the second submit performs exactly those; undone, all is as before', async () => {
  const { planId, state, summary, steps } = await plan(site)
  expect({ state, conflict: summary.conflict }).toEqual({ state: 'planned', conflict: 0 })
  expect(steps[0]).toEqual({
    ...{ group: null, project: null, error: null, gateway: null, redundant: false },
    ...{ levelnew: 10, levelold: 0, user: newEmail, name: 'New One' },
  })
  expect(await stepsOf(planId)).toEqual([
    ['User', 'create', newEmail, 'change'],
    ['User', 'update details', lena, 'change'],
    ['Group', 'create', 'Site crew', 'change'],
    ['Group membership', 'make member', newEmail, 'change'],
    ['Group membership', 'make member', lena, 'change'],
    ['Project access', 'make user', 'Site crew', 'change'],
    ['Project access', 'make user', newEmail, 'change'],
    ['Project access', 'make user', lena, 'change'],
  ])
  expect(summary.actions).toContainEqual({ type: 'Group membership', action: 'make member', count: 2 })
  expect(await groupsOf(lena)).toEqual([])
  expect(await memberOf(tower, lena)).toBeNull()

  expect(await confirm(planId)).toMatchObject({ state: 'applied' })
  expect(await memberOf(tower, lena)).toEqual({ level: 10, directory: 10 })
  expect(await memberOf(tower, newEmail)).toEqual({ level: 10, directory: 10 })
  expect(await groupsOf(newEmail)).toEqual(['Site crew'])
  expect(await groupsOfProject(tower, 'Site crew')).toEqual([
    { isImported: true, email: lena },
    { isImported: true, email: newEmail },
  ])
  const profile = db.selectFrom('customer_user_profile').where('user_id', '=', personId(lena)).select('title')
  expect(await profile.execute()).toContainEqual({ title: 'Site lead' })
  const events = await astrid.list(auditEvents, { filter: { customer, target: planId } })
  expect(events.map(({ action }) => action).sort()).toEqual([
    'change-sets.apply',
    'change-sets.confirm',
    'change-sets.create',
  ])

  // The same import again changes nothing.
  const repeated = await plan(site)
  expect(repeated.summary).toMatchObject({ change: 0, conflict: 0 })
  expect(repeated.steps.every(({ redundant }) => redundant)).toBe(true)

  const reasons = await astrid.call(readAccessReasons, { query: { user: lena, project: tower } })
  expect(reasons.reasons).toContainEqual(
    expect.objectContaining({ reason: 'directory', group: 'Site crew', privilegeLevel: 10 }),
  )
  const [flagsOf] = await astrid.list(projectMembers, { filter: { project: tower, user: lena } })
  expect(flagsOf).toMatchObject({ privilegeLevel: 10, directoryLevel: 10 })

  await undo(planId)
  expect(await memberOf(tower, lena)).toBeNull()
  expect(await memberOf(tower, newEmail)).toBeNull()
  expect(await groupsOf(newEmail)).toEqual([])
  expect(await groupsOfProject(tower, 'Site crew')).toEqual([])
  expect(await profile.execute()).not.toContainEqual({ title: 'Site lead' })
  expect(await astrid.get(changeSets, planId)).toMatchObject({ state: 'undone', summary: { undone: 8, remaining: 0 } })
})

test('I3: a dry run writes its plan and nothing else, by the hash of all rows of every table', async () => {
  // Writes caused by the request itself happen before.
  await plan(site)
  const before = await rowDigests(db)
  const { summary } = await plan(site)
  expect(summary.change).toBeGreaterThan(0)
  const written = changedTables(before, await rowDigests(db))
  expect(written).toEqual(expect.arrayContaining(['change_set', 'change_set_row']))
  expect(written.filter((table) => !/^(audit_|change_set)/.test(table))).toEqual([])
})

test('a group that somebody made in a project by hand becomes the directory’s, and stays in the plan’s words', async () => {
  const group = {
    id: uuidv7(),
    project_id: tower,
    name: 'Formwork',
    is_imported: false,
    customer_id: customer,
    created_by: null,
  }
  await db.insertInto('project_group').values(group).execute()
  const isImported = async () => (await groupsOfProject(tower, 'Formwork')).map((own) => own.isImported)
  const given = (role: string, project = 'NB-1987') => ({
    'groups.csv': 'group\nFormwork\n',
    'access.csv': `group;project;role\nFormwork;${project};${role}\n`,
  })
  const groupStep = async (files: Record<string, string>) =>
    (await stepsOf((await plan(files)).planId)).find(([type]) => type === 'Group')
  // Where the directory gives nothing, the group stays who made it.
  const groupsAlone = await importFiles({ 'groups.csv': 'group\nFormwork\n' })
  expect(await isImported()).toEqual([false])
  for (const files of [given('none'), given('user', 'NB-2041'), given('emperor')]) {
    expect(await groupStep(files)).toEqual(['Group', 'no change', 'Formwork', 'same'])
  }
  expect(await groupStep(given('user'))).toEqual(['Group', 'make AD controlled', 'Formwork', 'change'])
  await undo(groupsAlone)
  expect(await groupStep({ 'groups.csv': 'group\nFormwork\n' })).toEqual(['Group', 'create', 'Formwork', 'change'])

  const { planId, steps } = await plan(given('user'))
  expect(steps).toContainEqual(
    expect.objectContaining({
      group: 'Formwork',
      user: null,
      project: null,
      levelold: 10,
      levelnew: 20,
      redundant: false,
    }),
  )
  expect(await confirm(planId)).toMatchObject({ state: 'applied' })
  expect(await isImported()).toEqual([true])
  expect((await plan(given('user'))).steps).toContainEqual(
    expect.objectContaining({ group: 'Formwork', project: null, levelold: 20, levelnew: 20, redundant: true }),
  )
  await undo(planId)
  expect(await isImported()).toEqual([false])
  // Also for a group that the directory has already.
  await importFiles({ 'groups.csv': 'group\nFormwork\n' })
  const taking = await importFiles(given('user'))
  expect(await isImported()).toEqual([true])
  await undo(taking)
  expect(await isImported()).toEqual([false])
})

test('what changes details but no role is an update in the steps and in their counts, apart from what does not change', async () => {
  const people = (...phones: string[]) =>
    `email;phone\n${[lena, mei].map((email, at) => `${email};${phones[at]}\n`).join('')}`
  const groups = (description: string, above: string) =>
    `group;description;memberOf\nScaffolders;${description};\nGlaziers;Glass;${above}\nFacade;Walls;\n`
  await importFiles({ 'users.csv': people('+47 1', '+47 2'), 'groups.csv': groups('Scaffolds', '') })
  const { planId, summary } = await plan({
    'users.csv': people('+47 3', '+47 2'),
    'groups.csv': groups('Scaffolds and lifts', 'Facade'),
  })
  expect(summary).toMatchObject({ change: 3, same: 2, conflict: 0 })
  expect(await stepsOf(planId)).toEqual([
    ['User', 'update details', lena, 'change'],
    ['Group', 'update details', 'Scaffolders', 'change'],
    ['Group', 'update details', 'Glaziers', 'change'],
    ['User', 'no change', mei, 'same'],
    ['Group', 'no change', 'Facade', 'same'],
  ])
  expect(
    summary.actions?.toSorted((one, other) => other.type.localeCompare(one.type) || other.count - one.count),
  ).toEqual([
    { type: 'User', action: 'update details', count: 1 },
    { type: 'User', action: 'no change', count: 1 },
    { type: 'Group', action: 'update details', count: 2 },
    { type: 'Group', action: 'no change', count: 1 },
  ])
})

test('what absence means: imported members who are not listed leave, who is in it by hand stays, and nothing else goes', async () => {
  await importFiles({
    'memberships.csv': `group;email\nLeavers;${lena}\nLeavers;${mei}\nStayers;${mei}\n`,
    'access.csv': 'group;project;role\nLeavers;NB-1987;user\nStayers;NB-1987;admin\n',
  })
  expect(await memberOf(tower, mei)).toEqual({ level: 20, directory: 20 })
  const group = await db
    .selectFrom('directory_group')
    .select('id')
    .where('name', '=', 'Leavers')
    .executeTakeFirstOrThrow()
  const per = 'ola@nordbygg.example'
  await db
    .insertInto('directory_group_member')
    .values({ group_id: group.id, user_id: personId(per), customer_id: customer, source: 'hand' })
    .execute()
  // Neither the other group nor its access is named: both stay.
  const { planId } = await plan({ 'memberships.csv': `group;email\nLeavers;${mei}\n` })
  const planned = (await importRows(astrid, planId, { 'filter[outcome]': 'change' })).map((row) => describeStep(row))
  expect(planned.map(({ type, action, step }) => [type, action, step.user])).toEqual([
    ['Group membership', 'remove member', lena],
    ['Project access', 'make inactive', lena],
  ])
  await confirm(planId, { removals: '1' })
  expect(await memberOf(tower, lena)).toBeNull()
  expect(await groupsOf(per)).toEqual(['Leavers'])
  expect(await groupsOf(mei)).toEqual(['Leavers', 'Stayers'])
  expect(await memberOf(tower, mei)).toEqual({ level: 20, directory: 20 })
  await undo(planId)
  expect(await memberOf(tower, lena)).toEqual({ level: 10, directory: 10 })
})

test('`none` and `Enabled=false` take away', async () => {
  await importFiles({
    'memberships.csv': `group;email\nQuay;${lena}\nQuay;${mei}\n`,
    'access.csv': 'group;project;role\nQuay;NB-1987;user\n',
  })
  await importFiles({ 'users.csv': `email;enabled\n${lena};FALSE\n` })
  expect(await memberOf(tower, lena)).toBeNull()
  expect(await groupsOf(lena)).toEqual([])
  const before = await memberOf(tower, mei)
  expect(before).not.toBeNull()
  await importFiles({
    'access.csv': 'group;project;role\nQuay;NB-1987;none\nStayers;NB-1987;none\nLeavers;NB-1987;none\n',
  })
  expect(await memberOf(tower, mei)).toBeNull()
  // Until a file enables them, the groups of a person give nothing.
  const quay = {
    'memberships.csv': `group;email\nQuay;${lena}\n`,
    'access.csv': 'group;project;role\nQuay;NB-1987;user\n',
  }
  await importFiles(quay)
  expect([await groupsOf(lena), await memberOf(tower, lena)]).toEqual([['Quay'], null])
  await importFiles({ ...quay, 'users.csv': `email;enabled\n${lena};TRUE\n` })
  expect(await memberOf(tower, lena)).toEqual({ level: 10, directory: 10 })
  await importFiles({ 'access.csv': 'group;project;role\nQuay;NB-1987;none\n' })
})

test('whom an import brings is told of as the directory’s, in the list of profiles and in the grid, until it is undone', async () => {
  const source = async (email: string) => {
    const [profile] = await astrid.list(customerUserProfiles, { filter: { customer, user: email } })
    return profile?.directorySource
  }
  const flagsOf = async (email: string) => {
    const { people, imported, provisioned } = await astrid.call(readAccessMatrix, { parameters: { customer } })
    const index = people.findIndex(([each]) => each === email)
    return { isImported: imported.includes(index), isProvisioned: provisioned.includes(index) }
  }
  const [fresh, known] = ['fresh.profile@nordbygg.example', 'known.profile@nordbygg.example']
  await astrid.post(customerUserProfiles, { customer, newUserEmail: known, title: 'Foreman' } as never)
  expect(await source(known)).toBeNull()
  expect(await flagsOf(known)).toEqual({ isImported: false, isProvisioned: false })
  const first = await importFiles({ 'users.csv': `email;title\n${fresh};Joiner\n${known};Joiner\n` })
  for (const email of [fresh, known]) {
    expect(await source(email)).toBe('import')
    expect(await flagsOf(email)).toEqual({ isImported: true, isProvisioned: false })
  }
  await undo(first)
  expect(await source(fresh)).toBeUndefined()
  expect(await source(known)).toBeNull()
  expect(await flagsOf(known)).toEqual({ isImported: false, isProvisioned: false })
  // Also whom the files disable.
  const second = await importFiles({ 'users.csv': `email;enabled\n${known};FALSE\n` })
  expect(await source(known)).toBe('import')
  await undo(second)
  expect(await source(known)).toBeNull()
  // Also where the files contain nothing new.
  await importFiles({ 'users.csv': `email;title\n${known};Foreman\n`, 'groups.csv': 'group\nJoiners\n' })
  expect(await source(known)).toBe('import')
})

test('G3: an account that the customer has not known is shown by its address alone until the person accepts, and an undo removes it', async () => {
  const email = 'wanderer@nordbygg.example'
  const own = { given_name: 'Wanda', family_name: 'Wanderer', phone: '+47 901 23 456', title: 'Geologist' }
  await db
    .insertInto('app_user')
    .values({ id: personId(email), email, home_customer_id: customerId('fjellbane'), ...own } as never)
    .execute()
  const isKnown = () =>
    db
      .selectFrom('customer_person')
      .select('is_accepted')
      .where('customer_id', '=', customer)
      .where('user_id', '=', personId(email))
      .execute()
  const planId = await importFiles({
    'users.csv': `email\n${email}\n`,
    'memberships.csv': `group;email\nWanderers;${email}\n`,
    'access.csv': 'group;project;role\nWanderers;NB-1987;user\n',
  })
  expect(await isKnown()).toEqual([{ is_accepted: false }])
  const ask = async (url: string) => (await astrid.inject({ url })).body
  const shown = await Promise.all([
    ask(`${users.path}/${email}`),
    ask(`${users.path}?filter[customerId]=${customer}&filter[q]=${email}`),
    ask(`${projectMembers.path}?filter[project]=${tower}&filter[user]=${email}`),
  ])
  expect(shown.map((text) => [text.includes(email), /Wanda|901 23 456|Geologist/.test(text)])).toEqual(
    shown.map(() => [true, false]),
  )
  await undo(planId)
  expect(await isKnown()).toEqual([])
  expect(await memberOf(tower, email)).toBeNull()
})

test('who was made an API user or administrator since an import added them stays at the customer when it is undone', async () => {
  const [reader, administrator, nobody] = ['reader', 'administrator', 'nobody'].map((name) => `${name}@${domain}`)
  const planId = await importFiles({ 'users.csv': `email\n${reader}\n${administrator}\n${nobody}\n` })
  const people = () =>
    db
      .selectFrom('app_user as person')
      .leftJoin('customer_person as known', (join) =>
        join.onRef('known.user_id', '=', 'person.id').on('known.customer_id', '=', customer),
      )
      .select(['person.id', 'person.email', 'person.home_customer_id as home', 'known.user_id as known'])
      .where('person.email', 'in', [reader ?? '', administrator ?? '', nobody ?? ''])
      .orderBy('person.email')
      .execute()
  const [appointed, , apiUser] = await people()
  const role = (of: { id: string } | undefined) => ({ customer_id: customer, user_id: of?.id ?? '' })
  await db.insertInto('customer_admin').values(role(appointed)).execute()
  await db.insertInto('customer_api_user').values(role(apiUser)).execute()
  await undo(planId)
  expect((await people()).map(({ email, home, known }) => [email, home, known !== null])).toEqual([
    [administrator, customer, true],
    [nobody, null, false],
    [reader, customer, true],
  ])
})

test('a group, a project and an organization are found whatever the case and the composition of their letters', async () => {
  const [nfc, nfd] = ['NFC', 'NFD'] as const
  const organization = { id: uuidv7(), customer_id: customer, name: 'Größe ΟΔΟΣ'.normalize(nfd) }
  await db.insertInto('user_organization').values(organization).execute()
  const project = projectId('NB-2103')
  await db
    .updateTable('project')
    .set({ name: 'Brücke ΟΔΟΣ'.normalize(nfd) })
    .where('id', '=', project)
    .execute()
  const stored = { id: uuidv7(), customer_id: customer, name: 'Züge ΟΔΟΣ'.normalize(nfd), source: 'import' }
  await db.insertInto('directory_group').values(stored).execute()
  const files = (form: 'NFC' | 'NFD', crew: string) => ({
    'users.csv': `email;organization\n${lena};${'GRÖßE ΟΔΟΣ'.normalize(form)}\n`,
    'groups.csv': `group;memberOf\n${crew};${'züge οδος'.normalize(form)}\n`,
    'memberships.csv': `group;email\n${crew};${lena}\n`,
    'access.csv': `group;project;role\n${'ZÜGE ΟΔΟΣ'.normalize(form)};${'BRÜCKE ΟΔΟΣ'.normalize(form)};user\n`,
  })
  await importFiles(files(nfc, 'Ångström ΟΔΟΣ'.normalize(nfd)))
  expect(await memberOf(project, lena)).toEqual({ level: 10, directory: 10 })
  const employer = db.selectFrom('customer_user_profile').select('user_organization_id as id')
  expect(await employer.where('user_id', '=', personId(lena)).where('customer_id', '=', customer).execute()).toEqual([
    { id: organization.id },
  ])
  const names = db.selectFrom('directory_group').select('name').where('name', 'like', '%ΟΔΟΣ').orderBy('name').execute()
  expect((await names).map(({ name }) => name)).toEqual(['Ångström ΟΔΟΣ'.normalize(nfc), stored.name])
  // In the other form the same files change nothing.
  const { summary } = await plan(files(nfd, 'Ångström ΟΔΟΣ'.normalize(nfc)))
  expect(summary).toMatchObject({ change: 0, conflict: 0 })
})

test('a bulk change by hand says of each membership which level the directory gave there', async () => {
  await importFiles({
    'memberships.csv': `group;email\nPier;${lena}\n`,
    'access.csv': 'group;project;role\nPier;NB-2103;user\n',
  })
  const cells = [{ user: lena, project: projectId('NB-2103'), level: 20 }]
  const { id } = await astrid.post(changeSets, { kind: 'roles', customer, input: { cells } } as never)
  expect((await importRows(astrid, id)).map(({ member }) => member?.directoryLevel)).toEqual([10])
})

test('what was given by hand and is more stays; what the directory gave and was changed by hand is set again', async () => {
  await importFiles({
    'memberships.csv': `group;email\nYard;${mei}\n`,
    'access.csv': 'group;project;role\nYard;NB-1987;user\n',
  })
  // Also a role that no file can assign: the returned row has the role that she really has.
  for (const byHand of [20, 15]) {
    await db
      .updateTable('project_member')
      .set({ privilege_level: byHand })
      .where('project_id', '=', tower)
      .where('user_id', '=', personId(mei))
      .execute()
    const { planId } = await plan({ 'access.csv': 'group;project;role\nYard;NB-1987;user\n' })
    expect(await stepsOf(planId)).toContainEqual(['Project access', 'make user', mei, 'change'])
    expect((await astrid.get(changeSets, planId)).summary.actions).toContainEqual({
      type: 'Project access',
      action: 'make user',
      count: 1,
    })
    await confirm(planId)
    expect(await memberOf(tower, mei)).toEqual({ level: 10, directory: 10 })
  }
})

test('a dry run needs a file and a domain, an apply a plan and a fresh proof', async () => {
  await expect(importDirectory(astrid, { domain })).rejects.toMatchObject({ code: 'required' })
  await expect(importDirectory(astrid, { files: site })).rejects.toMatchObject({ code: 'required' })
  await expect(importDirectory(astrid, { dryRun: 'false' })).rejects.toMatchObject({ code: 'required' })
  const { planId } = await plan({ 'groups.csv': 'group\nProofs\n' })
  const late = as('astrid')
  await late.get(changeSets, planId)
  await db
    .updateTable('session')
    .set({ proved_at: new Date(clock.now() - 601_000).toISOString() })
    .where('user_id', '=', personId('astrid@nordbygg.example'))
    .execute()
  clock.advance(1_001)
  await expect(importDirectory(late, { planId, dryRun: 'false' })).rejects.toMatchObject({
    status: 403,
    code: 'stepUpRequired',
  })
  await expect(as('anna').call(applyChangeSet, { parameters: { id: planId } })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await importDirectory(as('anna'), { planId, dryRun: 'false' })).toMatchObject({ state: 'applied' })
  await db
    .updateTable('session')
    .set({ proved_at: new Date(clock.now()).toISOString() })
    .execute()
  clock.advance(1_001)
})

test('I3: for staff, and for administrators of the customer whose domain it is; nobody else', async () => {
  const files = { 'groups.csv': 'group\nRights\n' }
  expect(await importDirectory(as('staff'), { files, domain })).toMatchObject({ state: 'planned' })
  await expect(importDirectory(as('mei'), { files, domain })).rejects.toMatchObject({ status: 403 })
  for (const other of ['fjordline.example', 'nowhere.example']) {
    await expect(importDirectory(astrid, { files, domain: other })).rejects.toMatchObject({
      status: 404,
      code: 'notFound',
    })
  }
})

test('what the world became between preview and confirm is not written over: 409 planStale', async () => {
  const files = {
    'memberships.csv': `group;email\nStale;${mei}\n`,
    'access.csv': 'group;project;role\nStale;NB-2041;admin\n',
  }
  const { planId } = await plan(files)
  await db
    .updateTable('project_member')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('project_id', '=', harbour)
    .where('user_id', '=', personId(mei))
    .execute()
  await expect(confirm(planId)).rejects.toMatchObject({ status: 409, code: 'planStale' })
  expect(await db.selectFrom('directory_group').select('id').where('name', '=', 'Stale').execute()).toEqual([])
  await expect(confirm(planId)).rejects.toMatchObject({ status: 409, code: 'planStale' })
})

const setDomainState = (state: string) =>
  db.updateTable('customer_domain').set({ state }).where('domain', '=', domain).execute()

test('I3: a plan whose domain is no longer the customer’s when it is confirmed is stale, and nothing is imported', async () => {
  const files = { 'groups.csv': 'group\nNobody’s\n' }
  const groups = () => db.selectFrom('directory_group').select('id').where('name', '=', 'Nobody’s').execute()
  const { planId, summary } = await plan(files)
  expect(summary.domain).toBe(domain)
  await setDomainState('lost')
  await expect(confirm(planId)).rejects.toMatchObject({ status: 409, code: 'planStale' })
  await setDomainState('verified')
  // It stays stale although the domain is verified again.
  expect(await astrid.get(changeSets, planId)).toMatchObject({ state: 'stale' })
  await expect(confirm(planId)).rejects.toMatchObject({ status: 409, code: 'planStale' })

  // The connection is lost after the confirm was received and before anything is applied.
  const late = await plan(files)
  beforeStatement('update change_set set summary', () => setDomainState('lost'))
  await expect(confirm(late.planId)).rejects.toMatchObject({ status: 409, code: 'planStale' })
  await setDomainState('verified')
  expect(await groups()).toEqual([])

  const good = await plan(files)
  expect(await confirm(good.planId)).toMatchObject({ state: 'applied' })
  expect(await groups()).toHaveLength(1)
})

test('I3: a plan of a domain that is another customer’s by now is stale', async () => {
  const { planId } = await plan({ 'groups.csv': 'group\nSold\n' })
  const bound = db.updateTable('customer_domain').where('domain', '=', domain)
  await bound.set({ customer_id: customerId('fjellbane') }).execute()
  await expect(importDirectory(as('staff'), { planId, dryRun: 'false' })).rejects.toMatchObject({ code: 'planStale' })
  await bound.set({ customer_id: customer }).execute()
  expect(await db.selectFrom('directory_group').select('id').where('name', '=', 'Sold').execute()).toEqual([])
})

test('I3: of two confirms at once one applies, and it is applied once', async () => {
  const { planId } = await plan({ 'groups.csv': 'group\nTwice\n' })
  const both = await Promise.all([confirm(planId), importDirectory(as('anna'), { planId, dryRun: 'false' })])
  expect(both.map(({ state }) => state)).toEqual(['applied', 'applied'])
  const events = await astrid.list(auditEvents, { filter: { customer, target: planId } })
  expect(events.filter(({ action }) => action === 'change-sets.apply')).toHaveLength(1)
})

const choiceOf = async (id: string) => (await astrid.get(changeSets, id)).summary.invite
const confirmations = (target: string) =>
  astrid.list(auditEvents, { filter: { customer, target, action: 'change-sets.confirm' } })

test('the name of a file is stored up to 200 characters, and a character that is cut is left out', async () => {
  // Its content is read by a job.
  const { headers, payload } = multipartForm({ domain, file: Buffer.alloc(32 * 1_024, 1) })
  const named = (name: string) =>
    Buffer.from(payload.toString('latin1').replace('file.zip', Buffer.from(name).toString('latin1')), 'latin1')
  const sent = { method: 'POST', url: '/mgw/api/v3/rkv-ad-import', headers, payload: named(`${'x'.repeat(199)}🏗.zip`) }
  const answer = await astrid.inject(sent as never)
  expect(answer.statusCode).toBe(202)
  const { planId } = answer.json<{ planId: string }>()
  const stored = db.selectFrom('change_set').select('input').where('id', '=', planId)
  expect((await stored.executeTakeFirst())?.input).toMatchObject({ name: 'x'.repeat(199) })
  await astrid.call(cancelChangeSet, { parameters: { id: planId } })
})

test('I3: of two confirms with different choices one is refused, and the import has the choice of the other', async () => {
  const { planId } = await plan({ 'groups.csv': 'group\nChosen\n' })
  const others: unknown[] = []
  beforeStatement('pg_try_advisory_xact_lock', async () => {
    others.push(await importDirectory(as('anna'), { planId, dryRun: 'false', invite: 'false' }))
  })
  const refusal = { status: 409, code: 'conflict' }
  await expect(confirm(planId, { invite: 'true' })).rejects.toMatchObject(refusal)
  expect(others).toMatchObject([{ state: 'applied' }])
  expect(await choiceOf(planId)).toBe(false)
  expect((await confirmations(planId)).map(({ actor, after }) => [actor, after])).toEqual([
    ['anna@nordbygg.example', { invite: false, removals: 0 }],
  ])
  await expect(confirm(planId, { invite: 'true' })).rejects.toMatchObject(refusal)
  expect(await confirm(planId, { invite: 'false' })).toMatchObject({ state: 'applied' })
})

test('I3: while one import waits to be applied, the confirm of another is refused, and a cancelled one is confirmed anew', async () => {
  const first = await plan({ 'groups.csv': 'group\nFirst\n' })
  const second = await plan({ 'groups.csv': 'group\nSecond\n' })
  for (const { planId, summary } of [first, second]) {
    const large = { summary: JSON.stringify({ ...summary, change: synchronousRowLimit + 1 }) }
    await db.updateTable('change_set').set(large).where('id', '=', planId).execute()
  }
  // The second confirm begins when the first has found no other import.
  let late: Promise<unknown> | undefined
  beforeStatement('update change_set set summary', async () => {
    late = importDirectory(as('anna'), { planId: second.planId, dryRun: 'false' }).catch((error: unknown) => error)
  })
  expect(await confirm(first.planId, { invite: 'true' })).toMatchObject({ state: 'applying' })
  expect(await late).toMatchObject({ status: 409, code: 'importUnderWay' })
  expect(await astrid.get(changeSets, second.planId)).toMatchObject({ state: 'planned' })
  expect(await confirmations(second.planId)).toEqual([])
  // The same confirm is answered as before, and one with another choice is refused.
  expect(await confirm(first.planId, { invite: 'true' })).toMatchObject({ state: 'applying' })
  await expect(confirm(first.planId)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await astrid.call(cancelChangeSet, { parameters: { id: first.planId } })
  expect(await confirm(first.planId)).toMatchObject({ state: 'applying', summary: { invite: false } })
  await astrid.call(cancelChangeSet, { parameters: { id: first.planId } })
})

test('I3: more than a tenth of the memberships go only when their number is typed', async () => {
  const { planId, summary } = await plan({ 'groups.csv': 'group\nTyped\n' })
  const removal = { removed: 3, of: 29 }
  await db
    .updateTable('change_set')
    .set({ summary: JSON.stringify({ ...summary, removal }) })
    .where('id', '=', planId)
    .execute()
  await expect(confirm(planId)).rejects.toMatchObject({ status: 422, code: 'countNotTyped' })
  await expect(confirm(planId, { removals: '2' })).rejects.toMatchObject({ code: 'countNotTyped' })
  expect(await confirm(planId, { removals: '3' })).toMatchObject({ state: 'applied' })
})

test('an undo says what remains, and leaves what somebody touched', async () => {
  const planId = await importFiles({
    'memberships.csv': `group;email\nRemains;${lena}\n`,
    'access.csv': 'group;project;role\nRemains;NB-2042;user\n',
  })
  const bridge = projectId('NB-2042')
  await db
    .updateTable('project_member')
    .set(({ eb }) => ({ privilege_level: 15, version: eb('version', '+', 1) }))
    .where('project_id', '=', bridge)
    .where('user_id', '=', personId(lena))
    .execute()
  const preview = await astrid.call(previewUndo, { parameters: { id: planId } })
  expect(preview.remains).toBe(1)
  await expect(undo(planId)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(planId, true)
  expect(await memberOf(bridge, lena)).toMatchObject({ level: 15 })
  expect(await groupsOf(lena)).not.toContain('Remains')
})

test('the sample directory is imported without an error, and the harbour’s imported group tells why it gives access', async () => {
  const { summary, planId } = await plan(sampleDirectory)
  expect(summary.conflict).toBe(0)
  expect(await confirm(planId, { removals: '0' })).toMatchObject({ state: 'applied' })
  expect(await groupsOf('tuva.lien@nordbygg.example')).toEqual(['Tower crew'])
  const { reasons } = await astrid.call(readAccessReasons, {
    query: { user: 'berit.berge@nordbygg.example', project: harbour },
  })
  expect(reasons).toContainEqual(
    expect.objectContaining({ reason: 'directory', group: 'Quality control', privilegeLevel: 10 }),
  )
})

test('what was given by hand comes back when the directory gives no more than it, and an undo raises it again', async () => {
  const piet = 'piet.smit@nordbygg.example'
  const until = '2031-05-05T21:59:59Z'
  await importDirectory(astrid, {
    files: { 'users.csv': `email;givenName;familyName\n${piet};Piet;Smit\n` },
    domain,
  }).then(({ planId }) => confirm(planId))
  await astrid.post(projectMembers, {
    project: tower,
    user: piet,
    privilegeLevel: 10,
    accessUntil: until,
    providers: [],
  })
  const terms = async () => {
    const found = await db
      .selectFrom('project_member as member')
      .innerJoin('app_user as person', 'person.id', 'member.user_id')
      .select(['privilege_level', 'access_until', 'directory_level', 'before_directory'])
      .where('person.email', '=', piet)
      .where('project_id', '=', tower)
      .executeTakeFirst()
    return found && [found.privilege_level, found.directory_level, found.access_until, found.before_directory]
  }
  const byHand = [10, null, until, null]
  const raised = [
    20,
    20,
    until,
    { level: 10, expirationDate: null, accessUntil: expect.stringContaining('2031-05-05') },
  ]
  const leaders = (who: string, role = 'admin') => ({
    'groups.csv': 'group\nSite leaders\n',
    'memberships.csv': `group;email\nSite leaders;${who}\n`,
    'access.csv': `group;project;role\nSite leaders;NB-1987;${role}\n`,
  })
  expect(await terms()).toEqual(byHand)
  const first = await importFiles(leaders(piet))
  expect(await terms()).toEqual(raised)
  // The group now gives the manual level: the membership is manual again.
  const second = await importFiles(leaders(piet, 'user'))
  expect(await terms()).toEqual(byHand)
  await undo(second)
  expect(await terms()).toEqual(raised)
  // Removed from the group: the preview has the resulting level.
  const left = await plan(leaders(lena))
  const row = (await importRows(astrid, left.planId)).find(
    ({ object }) => object.project === tower && object.user === piet,
  )
  expect(row).toMatchObject({ before: { privilegeLevel: 20 }, after: { privilegeLevel: 10, directoryLevel: null } })
  await confirm(left.planId, { removals: String(left.summary.removal?.removed ?? 0) })
  expect(await terms()).toEqual(byHand)
  await undo(left.planId)
  expect(await terms()).toEqual(raised)
  await undo(first)
  expect(await terms()).toEqual(byHand)
})

test('contract 6: whom SCIM has switched off an import gives nothing, takes what the directory gave, and makes no owner', async () => {
  const profile = await db
    .selectFrom('customer_user_profile')
    .select('id')
    .where('customer_id', '=', customer)
    .where('user_id', '=', personId(lena))
    .executeTakeFirstOrThrow()
  const files = {
    'memberships.csv': `group;email\nMoorings;${lena}\nMoorings;${mei}\nKeepers;${lena}\n`,
    'access.csv': 'group;project;role\nMoorings;NB-1987;admin\n',
  }
  await importFiles(files)
  expect(await memberOf(tower, lena)).toEqual({ level: 20, directory: 20 })
  const active = (is: boolean) =>
    db
      .insertInto('scim_user')
      .values({ profile_id: profile.id, customer_id: customer, active: is })
      .onConflict((known) => known.column('profile_id').doUpdateSet({ active: is }))
      .execute()
  /** The planned change of her membership in the tower by these files. */
  const actionsIn = async (part: Record<string, string>) => {
    const { planId } = await plan(part)
    const rows = (await importRows(astrid, planId)).map((row) => describeStep(row))
    return rows.filter(({ step: { user, project } }) => user === lena && project === tower).map(({ action }) => action)
  }

  await active(false)
  // The directory's former access is removed, whichever group the files name.
  expect(await actionsIn({ 'access.csv': 'group;project;role\nKeepers;NB-2103;user\n' })).toEqual(['make inactive'])
  await db.deleteFrom('project_member').where('project_id', '=', tower).where('user_id', '=', personId(lena)).execute()
  for (const part of [files, { 'access.csv': files['access.csv'] }, { 'memberships.csv': files['memberships.csv'] }]) {
    expect(await actionsIn(part)).toEqual([])
  }
  await importFiles(files)
  expect(await memberOf(tower, lena)).toBeNull()
  expect(await memberOf(tower, mei)).toEqual({ level: 20, directory: 20 })
  expect(await groupsOf(lena)).toEqual(expect.arrayContaining(['Keepers', 'Moorings']))
  const owned = { 'access.csv': 'group;project;role\nKeepers;NB-1987;owner\n' }
  const refusedOf = async ({ planId }: { planId: string }) =>
    (await importRows(as('staff'), planId, { 'filter[outcome]': 'conflict' })).map(({ conflict }) => conflict)
  const byStaff = () => importDirectory(as('staff'), { files: owned, domain })
  expect(await refusedOf(await byStaff())).toEqual(['severalOwners'])

  await active(true)
  expect(await refusedOf(await byStaff())).toEqual([])
  await importFiles(files)
  expect(await memberOf(tower, lena)).toEqual({ level: 20, directory: 20 })
})
