import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, synchronousRowLimit, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { organizations } from '@lintel/contract/people/organizations'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { interceptStatements } from '../../../test/intercept-statements'
import { world } from '../../../test/world'
import { startWorkers } from '../../platform/jobs/workers'
import { changeSetStepJob } from '../change-sets/engine/change-set-step-job'

const { as, db, platform } = await world()
const { beforeStatement, untilLockWaiters } = interceptStatements(db)
const customer = customerId('nordbygg')
const anna = as('anna')

const save = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, by = anna, of = customer) =>
  by.post(changeSets, { kind, customer: of, input, apply: 'whenClean' } as never)
const undo = (id: string, partial = false) => anna.call(undoChangeSet, { parameters: { id }, body: { partial } })
const stored = (id: string) =>
  db
    .selectFrom('user_organization')
    .select(['name', 'number', 'industry', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
const employerOf = async (email: string) => {
  const profile = db
    .selectFrom('customer_user_profile as profile')
    .innerJoin('app_user as person', 'person.id', 'profile.user_id')
  return profile
    .select(['profile.user_organization_id as employer', 'profile.title', 'profile.version'])
    .where('person.email', '=', email)
    .executeTakeFirst()
}
const whole = { state: 'undone', summary: { undone: 1, remaining: 0 } }

/** Adds an organization by the form's change set. */
async function added(name: string) {
  const set = await save('organization', { fields: { name, number: '7' } })
  expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
  return { set: set.id, id: set.rows?.[0]?.object.id ?? '' }
}

test('adding an organization and two changes of it are undone in turn, and the form of nobody else stands between', async () => {
  const { id, set } = await added('Turn AS')
  const numbered = await save('organization', { organization: id, fields: { number: '8' }, expectedVersion: 1 })
  const renamed = await save('organization', { organization: id, fields: { name: 'Turned AS' }, expectedVersion: 2 })
  expect(await stored(id)).toMatchObject({ name: 'Turned AS', number: '8', version: 3 })
  expect(await undo(renamed.id)).toMatchObject(whole)
  expect(await stored(id)).toMatchObject({ name: 'Turn AS', number: '8', version: 4 })
  expect(await undo(numbered.id)).toMatchObject(whole)
  expect(await stored(id)).toMatchObject({ name: 'Turn AS', number: '7' })
  expect(await undo(set)).toMatchObject(whole)
  expect(await stored(id)).toBeUndefined()
  // Redoing restores the same organization, so that later changes can be redone as well.
  await save('organization', { organization: id, fields: { name: 'Turn AS', number: '7' }, expectedVersion: 0 })
  expect(await stored(id)).toMatchObject({ name: 'Turn AS', number: '7' })
})

test('what somebody has changed by hand since ends the turn', async () => {
  const { id, set } = await added('By hand AS')
  await anna.patch(organizations, id, { industry: 'Roofs' })
  await expect(undo(set)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await stored(id)).toMatchObject({ industry: 'Roofs' })
})

test('a change is on condition of what was seen, and a name that is taken is said at its field', async () => {
  const { id } = await added('Seen AS')
  for (const condition of [{ expectedVersion: 4 }, { expected: { number: '1' } }, { expectedVersion: 0 }]) {
    const set = await save('organization', { organization: id, fields: { name: 'Unseen AS' }, ...condition })
    expect(set).toMatchObject({ state: 'planned', summary: { conflicts: { changedMeanwhile: 1 } } })
  }
  const { id: other } = await added('Other AS')
  await expect(save('organization', { organization: other, fields: { name: 'SEEN as' } })).rejects.toMatchObject({
    code: 'organizationNameTaken',
    source: { pointer: '/data/attributes/input/fields/name' },
  })
  await expect(save('organization', { fields: { number: '3' } })).rejects.toMatchObject({ status: 422 })
  expect(await stored(id)).toMatchObject({ name: 'Seen AS', version: 1 })
})

test('a deleted organization comes back with its people, and what was changed before that can be undone', async () => {
  const { id, set } = await added('Gone AS')
  const email = `${uuidv7()}@gone.example`
  await anna.post(customerUserProfiles, { newUserEmail: email, customer, userOrganization: id })
  await expect(save('delete-organization', { organization: id, expectedVersion: 5 })).resolves.toMatchObject({
    state: 'planned',
  })
  const deleted = await save('delete-organization', { organization: id, expectedVersion: 1 })
  expect(deleted).toMatchObject({ state: 'applied', summary: { change: 2 } })
  expect(await stored(id)).toBeUndefined()
  expect(await employerOf(email)).toMatchObject({ employer: null })
  expect(await undo(deleted.id)).toMatchObject({ state: 'undone', summary: { undone: 2 } })
  expect(await stored(id)).toMatchObject({ name: 'Gone AS', version: 3 })
  expect(await employerOf(email)).toMatchObject({ employer: id })
  const { id: profile = '' } = (await anna.list(customerUserProfiles, { filter: { customer, user: email } }))[0] ?? {}
  await anna.remove(customerUserProfiles, profile)
  expect(await undo(set)).toMatchObject(whole)
  expect(await stored(id)).toBeUndefined()
})

test('two saves of one profile are undone in turn', async () => {
  const email = `${uuidv7()}@turn.example`
  await anna.post(customerUserProfiles, { newUserEmail: email, customer, title: 'Planner' })
  const titled = async (title: string) => (await save('user', { user: email, profile: { title }, cells: [] })).id
  const [first, second] = [await titled('Lead planner'), await titled('Chief planner')]
  expect(await undo(second)).toMatchObject(whole)
  expect(await employerOf(email)).toMatchObject({ title: 'Lead planner', version: 4 })
  expect(await undo(first)).toMatchObject(whole)
  expect(await employerOf(email)).toMatchObject({ title: 'Planner', version: 5 })
})

test('G1: nobody changes or deletes an organization of another customer', async () => {
  const { id } = await added('Foreign AS')
  const fjellbane = customerId('fjellbane')
  const change = { organization: id, fields: { name: 'Taken over AS' } }
  await expect(save('organization', change, as('gro'))).rejects.toMatchObject({ status: 403 })
  expect(await save('organization', change, as('gro'), fjellbane)).toMatchObject({ state: 'planned' })
  expect(await save('delete-organization', { organization: id }, as('gro'), fjellbane)).toMatchObject({
    state: 'planned',
  })
  expect(await stored(id)).toMatchObject({ name: 'Foreign AS', version: 1 })
  expect(await save('organization', change)).toMatchObject({ state: 'applied' })
})

test('the history of an organization tells of the bulk acts and forms that changed it', async () => {
  const { id } = await added('History AS')
  const file = Buffer.from('name;industry\nHistory AS;Bridges\n').toString('base64')
  await save('import-organizations', { file })
  const events = await anna.list(auditEvents, { filter: { customer, subject: id } })
  expect(events.map(({ action, actor }) => [action, actor])).toEqual([
    ['change-sets.apply', 'anna@nordbygg.example'],
    ['change-sets.apply', 'anna@nordbygg.example'],
  ])
})

test('whoever deleted a profile is found by the profile’s id', async () => {
  const email = `${uuidv7()}@deleted.example`
  const { id } = await anna.post(customerUserProfiles, { newUserEmail: email, customer, title: 'Planner' })
  await as('astrid').remove(customerUserProfiles, id)
  const filter = { customer, targetType: customerUserProfiles.type, target: id }
  const [last] = await anna.list(auditEvents, { filter, sort: ['-occurredAt'] })
  expect(last).toMatchObject({ actor: 'astrid@nordbygg.example', before: { title: 'Planner' }, after: null })
})

/** Adds a person with a profile in an organization, and returns their address. */
async function addMember(userOrganization: string): Promise<string> {
  const email = `${uuidv7()}@concurrent.example`
  await anna.post(customerUserProfiles, { newUserEmail: email, customer, userOrganization })
  return email
}
const rowInsert = 'insert into change_set_row'
const planMerge = (into: string, from: string[]) =>
  anna.post(changeSets, { kind: 'merge-organizations', customer, input: { into, from } } as never)
const apply = (id: string) => anna.call(applyChangeSet, { parameters: { id } })

test('who joins an organization while its deletion is planned is in the plan, and nobody loses an organization that stays', async () => {
  const { id } = await added('Joined AS')
  const joined: string[] = []
  beforeStatement(rowInsert, async () => joined.push(await addMember(id)))
  const deleted = await save('delete-organization', { organization: id })
  expect(deleted).toMatchObject({ state: 'applied', summary: { total: 2, change: 2 } })
  expect(await stored(id)).toBeUndefined()
  expect(await employerOf(joined[0] ?? '')).toMatchObject({ employer: null })
  expect(await undo(deleted.id)).toMatchObject({ state: 'undone', summary: { undone: 2, remaining: 0 } })
  expect(await employerOf(joined[0] ?? '')).toMatchObject({ employer: id })
})

test('who joins one of the organizations while their merge is planned moves with the others, and the values move as well', async () => {
  const [{ id: into }, { id: from }] = [await added('Into AS'), await added('From AS')]
  await anna.patch(organizations, from, { industry: 'Earthworks' })
  const joined: string[] = []
  beforeStatement(rowInsert, async () => joined.push(await addMember(from)))
  const { id, summary } = await planMerge(into, [from])
  expect(summary).toMatchObject({ total: 3, change: 3 })
  expect(await apply(id)).toMatchObject({ state: 'applied' })
  expect(await stored(from)).toBeUndefined()
  expect(await stored(into)).toMatchObject({ industry: 'Earthworks' })
  expect(await employerOf(joined[0] ?? '')).toMatchObject({ employer: into })
})

test('an organization that is deleted or changed while its merge is planned makes the plan stale', async () => {
  const [{ id: into }, { id: from }, { id: other }] = [await added('A AS'), await added('B AS'), await added('C AS')]
  const member = await addMember(from)
  beforeStatement(rowInsert, () => anna.remove(organizations, other))
  await expect(planMerge(into, [from, other])).rejects.toMatchObject({ status: 412, code: 'stale' })
  beforeStatement(rowInsert, () => anna.patch(organizations, into, { industry: 'Roofs' }))
  await expect(planMerge(into, [from])).rejects.toMatchObject({ status: 412, code: 'stale' })
  beforeStatement(rowInsert, () => anna.remove(organizations, into))
  await expect(planMerge(into, [from])).rejects.toMatchObject({ status: 412, code: 'stale' })
  expect(await stored(from)).toMatchObject({ name: 'B AS', version: 1 })
  expect(await employerOf(member)).toMatchObject({ employer: from, version: 1 })
})

test('a merge into an organization that was deleted since is stale, and nobody moves', async () => {
  const [{ id: into }, { id: from }] = [await added('Deleted AS'), await added('Kept AS')]
  const member = await addMember(from)
  const { id } = await planMerge(into, [from])
  await anna.remove(organizations, into)
  await expect(apply(id)).rejects.toMatchObject({ status: 412, code: 'stale' })
  expect(await anna.get(changeSets, id)).toMatchObject({ state: 'stale' })
  expect(await employerOf(member)).toMatchObject({ employer: from, version: 1 })
})

test.each(['renames an organization to it', 'adds it'])(
  'a name that somebody takes after the preview of an import which %s makes it stale, and the next plan says why',
  async (what) => {
    const taken = `Taken ${uuidv7()}`
    const { id } = await added(`Renamed ${uuidv7()}`)
    const isRenamed = what !== 'adds it'
    if (isRenamed) await anna.patch(organizations, id, { externalId: id })
    const file = Buffer.from(`name;externalId\n${taken};${isRenamed ? id : uuidv7()}\n`).toString('base64')
    const plan = () => anna.post(changeSets, { kind: 'import-organizations', customer, input: { file } } as never)
    const { id: set, summary } = await plan()
    expect(summary).toMatchObject({ change: 1, conflict: 0 })
    const before = await stored(id)
    await anna.post(organizations, { customer, name: taken.toUpperCase() })
    await expect(apply(set)).rejects.toMatchObject({ status: 412, code: 'stale' })
    expect(await anna.get(changeSets, set)).toMatchObject({ state: 'stale' })
    expect(await stored(id)).toEqual(before)
    if (isRenamed) expect((await plan()).summary).toMatchObject({ conflicts: { duplicate: 1 } })
  },
)

test('a job that applies such an import ends as stale as well', async () => {
  const [taken, { id }] = [`Taken ${uuidv7()}`, await added(`Renamed ${uuidv7()}`)]
  await anna.patch(organizations, id, { externalId: id })
  const file = Buffer.from(`name;externalId\n${taken};${id}\n`).toString('base64')
  const set = await anna.post(changeSets, { kind: 'import-organizations', customer, input: { file } } as never)
  const summary = JSON.stringify({ ...set.summary, change: synchronousRowLimit + 1 })
  await db.updateTable('change_set').set({ summary }).where('id', '=', set.id).execute()
  await anna.post(organizations, { customer, name: taken })
  expect(await apply(set.id)).toMatchObject({ state: 'applying' })
  const workers = startWorkers(platform, [changeSetStepJob], { pollInterval: 20 })
  onTestFinished(() => workers.stop(2_000))
  await expect.poll(async () => (await anna.get(changeSets, set.id)).state).toBe('stale')
})

test('who joins an organization at the moment at which it is deleted keeps it: the plan is stale', async () => {
  const { id } = await added('Late AS')
  const { id: set } = await anna.post(changeSets, {
    kind: 'delete-organization',
    customer,
    input: { organization: id },
  } as never)
  const profile = { id: uuidv7(), customer_id: customer, user_organization_id: id }
  const late = 'late@nordbygg.example'
  await db
    .insertInto('app_user')
    .values({ id: personId(late), email: late })
    .execute()
  const { deleted } = await db.transaction().execute(async (transaction) => {
    const joined = transaction.insertInto('customer_user_profile').values({ ...profile, user_id: personId(late) })
    await joined.execute()
    const deleted = apply(set).catch((error: unknown) => error)
    await untilLockWaiters('for update of organization')
    return { deleted }
  })
  expect(await deleted).toMatchObject({ status: 412, code: 'stale' })
  expect(await stored(id)).toMatchObject({ name: 'Late AS' })
  expect(await employerOf(late)).toMatchObject({ employer: id })
})
