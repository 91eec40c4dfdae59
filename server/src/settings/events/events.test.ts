import { customers } from '@lintel/contract/customers/customers'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { openProject } from '@lintel/contract/projects/open-project'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projects } from '@lintel/contract/projects/projects'
import { platformTenant } from '@lintel/contract/settings/events'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { captureStatements } from '../../../test/capture-statements'
import {
  type EventReader,
  type EventStreamOptions,
  isChangeOf,
  isReady,
  openEventStream,
} from '../../../test/event-reader'
import { onCleanup } from '../../../test/on-cleanup'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { closeDatabase, openDatabase } from '../../platform/database'
import { publishProgress } from '../../platform/events/change-channel'
import { maxStreams } from '../../platform/events/live-changes'
import { maxPublishedChanges } from '../../platform/events/published-changes'

const { db, url } = await testDatabase()
const one = await worldOn(db, {}, url)
const otherDb = openDatabase({ url })
onCleanup(() => closeDatabase(otherDb))
const other = await worldOn(otherDb, {}, url)
const nordbygg = customerId('nordbygg')
const { as } = one

const listening = async (app: FastifyInstance) => app.listen({ port: 0, host: '127.0.0.1' })
let origin = ''
let otherOrigin = ''
beforeAll(async () => {
  origin = await listening(one.app)
  otherOrigin = await listening(other.app)
})

const open: EventReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})

const bearer = await one.bearer('anna')

async function follow(more: Partial<EventStreamOptions> = {}): Promise<EventReader> {
  const reader = await openEventStream({ origin, bearer, customer: nordbygg, ...more })
  open.push(reader)
  if (reader.status === 200) await reader.waitForEvent(isReady)
  return reader
}

let made = 0
const addOrganization = (by = as('anna')) => {
  made += 1
  return by.post(organizations, { name: `Live ${made} AS`, customer: nordbygg })
}

test('who follows a customer is told type, id and version of what changes, and nothing else', async () => {
  const reader = await follow()
  const { id } = await addOrganization()
  const added = await reader.waitForEvent(isChangeOf('user-organizations', id))
  expect(added.change).toEqual({ type: 'user-organizations', id, version: 1 })
  await as('anna').patch(organizations, id, { country: 'NO' })
  await reader.waitForEvent(({ change }) => change.id === id && change.version === 2)
  await as('anna').remove(organizations, id)
  await reader.waitForEvent(({ change }) => change.id === id && change.version === null)
})

test('what another server changes is told as well', async () => {
  const readers = [await follow(), await follow({ origin: otherOrigin })]
  const { id } = await addOrganization(other.as('anna'))
  for (const reader of readers) await reader.waitForEvent(isChangeOf('user-organizations', id))
})

test('who is told of what another server changed and counts it at once finds it counted', async () => {
  // A total cached a moment ago by a server whose clock stands still.
  other.clock.freeze()
  const reader = await follow({ origin: otherOrigin })
  const count = async () =>
    (await other.as('anna').page(organizations, { filter: { customer: nordbygg }, page: { size: 1 } })).total ?? 0
  const before = await count()
  const { id } = await addOrganization()
  await reader.waitForEvent(isChangeOf('user-organizations', id))
  expect(await count()).toBe(before + 1)
})

test('what somebody missed is told with the place of each change, so that who is cut off in between goes on from there', async () => {
  const reader = await follow()
  const first = await addOrganization()
  await reader.waitForEvent(isChangeOf('user-organizations', first.id))
  const place = reader.events.at(-1)?.id ?? ''
  reader.close()
  const missed = [await addOrganization(), await addOrganization(), await addOrganization()]
  await as('anna').patch(organizations, missed[0]?.id ?? '', { country: 'NO' })

  const back = await follow({ lastEventId: place })
  await back.waitForEvent(isChangeOf('user-organizations', missed[0]?.id ?? ''))
  const told = back.events.filter(({ kind }) => kind === 'change')
  expect(told.map(({ change }) => change.id)).toEqual([missed[1]?.id, missed[2]?.id, missed[0]?.id])
  const places = told.map(({ id }) => Number(id) - Number(place))
  expect(places).toEqual([2, 3, 4])

  // Disconnected after the first of them.
  const again = await follow({ lastEventId: told[0]?.id ?? '' })
  await again.waitForEvent(isChangeOf('user-organizations', missed[0]?.id ?? ''))
  expect(again.events.filter(({ kind }) => kind === 'change').map(({ change }) => change.id)).toEqual([
    missed[2]?.id,
    missed[0]?.id,
  ])
})

test('a change of a membership is told by the id of the member', async () => {
  const reader = await follow()
  const [member] = (
    await as('anna').list(projectMembers, { filter: { customer: nordbygg }, page: { size: 200 } })
  ).filter(({ privilegeLevel }) => privilegeLevel === 10)
  const { id = '', version = 0 } = member ?? {}
  await as('anna').patch(projectMembers, id, { privilegeLevel: 15 }, version)
  const { change } = await reader.waitForEvent(isChangeOf('project-members', id))
  expect(change.version).toBe(version + 1)
})

test('nothing is told of a change that did not come about', async () => {
  const reader = await follow()
  const { id, name } = await addOrganization()
  await expect(as('anna').post(organizations, { name, customer: nordbygg })).rejects.toMatchObject({ status: 409 })
  const last = await addOrganization()
  await reader.waitForEvent(isChangeOf('user-organizations', last.id))
  const told = reader.events.filter(({ kind }) => kind === 'change').map(({ change }) => change.id)
  expect(told).toEqual([id, last.id])
})

test('staff who follow the platform are told which projects change in any customer, nothing else, and what they missed', async () => {
  const staff = { bearer: await one.bearer('staff'), customer: platformTenant }
  const reader = await follow(staff)
  const { id: organization } = await addOrganization()
  const project = projectId('NB-2042')
  const change = () => as('anna').patch(projects, project, { description: `Live ${Math.random()}` })
  const { version } = await change()
  const told = await reader.waitForEvent(isChangeOf('projects', project))
  expect(told).toMatchObject({ id: undefined, change: { version } })
  expect(reader.events.some(isChangeOf('user-organizations', organization))).toBe(false)
  const other = await follow({ ...staff, origin: otherOrigin })
  await change()
  await other.waitForEvent(isChangeOf('projects', project))

  // A reconnecting reader is notified that projects changed; one with recent data only if one did.
  const back = await follow({ ...staff, lastEventId: reader.events[0]?.id ?? '' })
  await back.waitForEvent(({ change: { type, id } }) => type === 'projects' && id === null)
  const read = one.clock.now()
  const late = await follow({ ...staff, age: 0 })
  await late.waitForEvent(({ change: { type, id } }) => type === 'projects' && id === null)
  one.clock.advance(60_000)
  const quiet = await follow({ ...staff, age: one.clock.now() - read - 30_000 })
  await change()
  await quiet.waitForEvent(isChangeOf('projects', project))
  expect(quiet.events.filter(({ change: { type, id } }) => type === 'projects' && id === null)).toEqual([])
})

test('opening a project tells nobody', async () => {
  const reader = await follow()
  const [link] = await as('mei').list(projectLinks)
  await as('mei').call(openProject, { parameters: { id: link?.id ?? '' } })
  const { id } = await addOrganization()
  await reader.waitForEvent(isChangeOf('user-organizations', id))
  expect(reader.events.filter(({ change }) => change.type === 'projects')).toEqual([])
})

test('the language of somebody’s browser is told to nobody else', async () => {
  const reader = await follow()
  const mei = 'mei@nordbygg.example'
  const body = { locale: 'pl', timeZone: 'Europe/Warsaw' }
  await as(mei).call(reportBrowserLocale, { parameters: { email: mei }, body })
  const stored = await db.selectFrom('app_user').where('email', '=', mei).select('browser_locale').executeTakeFirst()
  expect(stored).toEqual({ browser_locale: 'pl' })
  const { id } = await addOrganization()
  await reader.waitForEvent(isChangeOf('user-organizations', id))
  expect(reader.events.filter(({ change }) => change.type === 'user-profiles')).toEqual([])
})

test('a list is not counted again because somebody opened a project, and is after a change that others see', async () => {
  other.clock.freeze()
  const [anna, mei] = [other.as('anna'), other.as('mei')]
  const count = async () =>
    (await anna.page(organizations, { filter: { customer: nordbygg }, page: { size: 1 } })).total ?? 0
  const [link] = await mei.list(projectLinks)
  const before = await count()
  const sent = await captureStatements(async () => {
    await mei.call(openProject, { parameters: { id: link?.id ?? '' } })
    expect(await count()).toBe(before)
  })
  expect(sent.filter((statement) => statement.includes('"project_member" set "last_opened_at"'))).toHaveLength(1)
  expect(sent.filter((statement) => statement.includes('count(*)'))).toEqual([])
  await addOrganization(anna)
  expect(await count()).toBe(before + 1)
})

test('who comes back is told what they missed, from any server', async () => {
  const first = await follow()
  const { id } = await addOrganization()
  const { id: place } = await first.waitForEvent(isChangeOf('user-organizations', id))
  first.close()
  const missed = await addOrganization()
  const back = await follow({ origin: otherOrigin, lastEventId: place ?? '' })
  await back.waitForEvent(isChangeOf('user-organizations', missed.id))
  expect(back.events.some(isChangeOf('user-organizations', id))).toBe(false)
})

test('the matrix says from where on its changes are told', async () => {
  const { cursor } = await as('anna').call(readAccessMatrix, { parameters: { customer: nordbygg } })
  const { id } = await addOrganization()
  const reader = await follow({ after: cursor })
  await reader.waitForEvent(isChangeOf('user-organizations', id))
})

test('who has read without a cursor is told what changed since, and of what began before it was read', async () => {
  const early = await addOrganization()
  one.clock.advance(60_000)
  const read = one.clock.now()
  const { id } = await addOrganization()
  for (const age of [one.clock.now() - read, 0]) {
    const reader = await follow({ age })
    await reader.waitForEvent(isChangeOf('user-organizations', id))
    expect(reader.events.some(isChangeOf('user-organizations', early.id))).toBe(false)
  }
  const last = await follow()
  const next = await addOrganization()
  await last.waitForEvent(isChangeOf('user-organizations', next.id))
  expect(last.events.some(isChangeOf('user-organizations', id))).toBe(false)
})

test('who missed more than can be told, or comes from nowhere, is told to load again', async () => {
  const [{ id: place } = { id: '' }] = (await follow()).events
  for (let count = 0; count <= maxPublishedChanges; count += 1) await addOrganization()
  const many = await follow({ lastEventId: place ?? '' })
  await many.waitForEvent(({ kind }) => kind === 'reload')
  for (const lastEventId of ['999999999', 'nonsense']) {
    const strange = await follow({ lastEventId })
    await strange.waitForEvent(({ kind }) => kind === 'reload')
  }
})

test('who missed a bulk act is told to load again: it changed more than is told of it', async () => {
  const [member] = (await as('anna').list(projectMembers, { filter: { customer: nordbygg } })).filter(
    ({ privilegeLevel: level }) => level === privilegeLevel.member,
  )
  const level = privilegeLevel.workflowsAdmin
  const input = { cells: [{ user: member?.user ?? '', project: member?.project ?? '', level }] }
  const set = await as('anna').post(changeSets, { kind: 'roles', customer: nordbygg, input } as never)
  const { cursor } = await as('anna').call(readAccessMatrix, { parameters: { customer: nordbygg } })
  const before = await follow({ after: cursor })
  await as('anna').call(applyChangeSet, { parameters: { id: set.id } })
  // A connected reader gets each membership like a single change.
  await before.waitForEvent(isChangeOf('project-members', member?.id ?? ''))
  await before.waitForEvent(isChangeOf('change-sets', set.id))
  const late = await follow({ after: cursor, origin: otherOrigin })
  const { id } = await late.waitForEvent(({ kind }) => kind === 'reload')
  await as('anna').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  const isMember = isChangeOf('project-members', member?.id ?? '')
  await before.waitForEvent((told) => isMember(told) && told.change?.version === (member?.version ?? 0) + 2)
  const later = await follow({ ...(id !== undefined && { after: id }) })
  await later.waitForEvent(({ kind }) => kind === 'reload')
})

test('another time zone of the customer is told by the types of what has its days, and who missed it is told to load again', async () => {
  const reader = await follow()
  const [{ id: place } = { id: '' }] = reader.events
  const staff = as('staff')
  await staff.patch(customers, nordbygg, { sfAccountName: 'Of one zone' })
  await reader.waitForEvent(isChangeOf('customers', nordbygg))
  expect(reader.events.some(isChangeOf('project-members', null))).toBe(false)
  const quiet = await follow({ lastEventId: place ?? '' })
  await quiet.waitForEvent(isChangeOf('customers', nordbygg))
  await staff.patch(customers, nordbygg, { timeZone: 'Asia/Tokyo' })
  for (const type of ['project-members', 'projects', 'users']) await reader.waitForEvent(isChangeOf(type, null))
  const late = await follow({ lastEventId: place ?? '' })
  await late.waitForEvent(({ kind }) => kind === 'reload')
  await staff.patch(customers, nordbygg, { timeZone: 'Europe/Oslo' })
})

test('a move to a customer in another time zone is told there by the types of what has its days, and who missed it is told to load again', async () => {
  const [staff, project] = [as('staff'), projectId('NB-2064')]
  const to = customerId('vvsteknik')
  const there = { customer: to, bearer: await one.bearer('staff') }
  const reader = await follow(there)
  const [{ id: place } = { id: '' }] = reader.events
  await staff.patch(projects, project, { customer: to })
  await reader.waitForEvent(isChangeOf('project-members', null))
  await reader.waitForEvent(isChangeOf('projects', project))
  const late = await follow({ ...there, lastEventId: place ?? '' })
  await late.waitForEvent(({ kind }) => kind === 'reload')
  await staff.patch(projects, project, { customer: nordbygg })
})

test('a merge of organizations is told by the types of what it changes', async () => {
  const [into, from] = [await addOrganization(), await addOrganization()]
  const input = { into: into.id, from: [from.id] }
  const set = await as('anna').post(changeSets, { kind: 'merge-organizations', customer: nordbygg, input } as never)
  for (const step of ['apply', 'undo'] as const) {
    const reader = await follow()
    if (step === 'apply') await as('anna').call(applyChangeSet, { parameters: { id: set.id } })
    else await as('anna').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
    await reader.waitForEvent(isChangeOf('user-organizations', null))
    await reader.waitForEvent(isChangeOf('customer-user-profiles', null))
  }
})

test('progress is told without a place in the history', async () => {
  const reader = await follow()
  await publishProgress(db, nordbygg, { type: 'change-sets', id: 'some', version: 3 })
  const { id, change } = await reader.waitForEvent(isChangeOf('change-sets', 'some'))
  expect({ id, change }).toEqual({ id: undefined, change: { type: 'change-sets', id: 'some', version: 3 } })
})

test('G2: only those who may read the customer follow it', async () => {
  expect((await follow()).status).toBe(200)
  expect((await follow({ bearer: await one.bearer('staff') })).status).toBe(200)
  expect((await follow({ bearer: undefined })).status).toBe(401)
  for (const name of ['mei', 'ola', 'guest']) {
    expect((await follow({ bearer: await one.bearer(name) })).status).toBe(403)
  }
})

test('G4: a customer that is another’s, unknown or nonsense is refused, and its changes are told to nobody else', async () => {
  const foreign = await db
    .selectFrom('customer')
    .select('id')
    .where('id', 'not in', (of) =>
      of
        .selectFrom('customer_admin')
        .innerJoin('app_user', 'app_user.id', 'customer_admin.user_id')
        .select('customer_id')
        .where('email', '=', 'anna@nordbygg.example'),
    )
    .executeTakeFirstOrThrow()
  for (const customer of [foreign.id, '018cc251-f400-7000-8000-000000000000', 'nonsense']) {
    expect((await follow({ customer })).status).toBe(403)
  }
  const reader = await follow()
  const hidden = await as('staff').post(organizations, { name: 'Hidden Live AS', customer: foreign.id })
  const { id } = await addOrganization()
  await reader.waitForEvent(isChangeOf('user-organizations', id))
  expect(reader.events.some(isChangeOf('user-organizations', hidden.id))).toBe(false)
})

test('D5: the stream ends with the session', async () => {
  const gone = await one.bearer('anna')
  const reader = await follow({ bearer: gone })
  await one.app.inject({ method: 'POST', url: '/auth/v1/logout', headers: { authorization: `Bearer ${gone}` } })
  await reader.ended
})

test('G3: who loses the right to read the customer hears nothing more', async () => {
  const nordbyggOf = async () => (await as('staff').get(customers, nordbygg)).customerAdmins
  const before = await nordbyggOf()
  await as('staff').patch(customers, nordbygg, { customerAdmins: [...before, 'mei@nordbygg.example'] })
  const reader = await follow({ bearer: await one.bearer('mei') })
  await as('staff').patch(customers, nordbygg, { customerAdmins: before })
  await reader.ended
  const { id } = await addOrganization()
  expect(reader.events.some(isChangeOf('user-organizations', id))).toBe(false)
})

test('a page that is left open does not keep a session in use', async () => {
  const quiet = await one.bearer('anna')
  const reader = await follow({ bearer: quiet })
  one.clock.advance(2 * 3_600_000)
  await reader.ended
  one.clock.advance(-2 * 3_600_000)
})

test('a person has so many streams and no more', async () => {
  const staff = await one.bearer('kim')
  for (let count = 0; count < maxStreams.person; count += 1) {
    expect((await follow({ bearer: staff })).status).toBe(200)
  }
  const refused = await follow({ bearer: staff })
  expect({ status: refused.status, again: refused.headers.get('retry-after') }).toEqual({ status: 429, again: '30' })
  open[0]?.close()
  await vi.waitFor(async () => expect((await follow({ bearer: staff })).status).toBe(200), { timeout: 30_000 })
})
