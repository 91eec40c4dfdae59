import { customers } from '@lintel/contract/customers/customers'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { projects } from '@lintel/contract/projects/projects'
import { readProjectEvents } from '@lintel/contract/settings/events'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { type EventReader, isChangeOf, isReady, openStream, type ReceivedEvent } from '../../../test/event-reader'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'

const { db, url } = await testDatabase()
const { app, as, bearer: bearerOf, clock } = await worldOn(db, {}, url)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const nordbygg = customerId('nordbygg')
/** Ola owns both and administers no customer. */
const [harbour, wharf] = [projectId('NB-2041'), projectId('NB-2064')]
const [mei, lena] = ['mei@nordbygg.example', 'lena@nordbygg.example']

const open: EventReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})

async function follow(project: string, { by = 'ola', age = undefined as number | undefined } = {}) {
  const address = callAddress(readProjectEvents, { id: project }, { age: age?.toString() })
  const reader = await openStream(origin + address, { authorization: `Bearer ${await bearerOf(by)}` })
  open.push(reader)
  if (reader.status === 200) await reader.waitForEvent(isReady)
  return reader
}
const memberOf = async (project: string, user: string) => {
  const [member] = await as('anna').list(projectMembers, { filter: { project, user } })
  if (!member) throw new Error(`${user} is no member`)
  return member
}
const rename = (project: string) => as('anna').patch(projects, project, { description: `At ${Math.random()}` })
const changes = ({ events }: EventReader) => events.filter(({ kind }) => kind !== 'ready')
const isOf =
  (project: string) =>
  ({ change: { id } }: ReceivedEvent) =>
    id === project || id?.startsWith(`${project}.`)

test('an owner is told of their project and its members, and of nothing else that happens in the customer', async () => {
  const reader = await follow(harbour)
  const member = await memberOf(harbour, mei)
  const other = await memberOf(
    wharf,
    (await as('anna').list(projectMembers, { filter: { project: wharf } }))[1]?.user ?? '',
  )
  await as('anna').post(organizations, { name: 'Foreign to Ola AS', customer: nordbygg })
  await rename(wharf)
  await as('anna').patch(projectMembers, other.id, { privilegeLevel: 15 })
  await as('anna').patch(projectMembers, member.id, { privilegeLevel: 15 })
  const { change } = await reader.waitForEvent(isChangeOf('project-members', member.id))
  expect(change).toEqual({ type: 'project-members', id: member.id, version: member.version + 1 })
  const added = { user: 'new.here@nordbygg.example', project: harbour, privilegeLevel: 10 as const, providers: [] }
  const { id } = await as('anna').post(projectMembers, added)
  await reader.waitForEvent(isChangeOf('project-members', id))
  await rename(harbour)
  await reader.waitForEvent(isChangeOf('projects', harbour))
  expect(changes(reader).filter((event) => !isOf(harbour)(event))).toEqual([])
})

test('G2: its stream says nothing of how much happens in the customer: no event has a place', async () => {
  const reader = await follow(harbour, { age: 3_600_000 })
  await rename(harbour)
  await reader.waitForEvent(isChangeOf('projects', harbour))
  expect(reader.events.map(({ id }) => id).filter((id) => id !== undefined)).toEqual([])
})

test('who comes back is told what was changed in the project meanwhile, a bulk act of it too, and nothing of other projects', async () => {
  clock.advance(3_600_000)
  const since = clock.now()
  clock.advance(60_000)
  const quiet = () => clock.now() - since
  const cells = [{ user: mei, project: harbour, level: 20 }]
  const input = { input: { cells } }
  const set = await as('anna').post(changeSets, { kind: 'roles', customer: nordbygg, ...input } as never)
  await as('anna').call(applyChangeSet, { parameters: { id: set.id } })
  const here = await follow(harbour, { age: quiet() })
  await here.waitForEvent(({ kind }) => kind === 'reload')
  const there = await follow(wharf, { age: quiet() })
  await rename(wharf)
  await there.waitForEvent(isChangeOf('projects', wharf))
  expect(changes(there).map(({ kind, change }) => [kind, change.id])).toEqual([['change', wharf]])
})

test('another time zone of the customer is told in each project, at once and to who comes back', async () => {
  const since = clock.now()
  clock.advance(60_000)
  const connected = await follow(harbour)
  const setZone = (timeZone: string) => as('staff').patch(customers, nordbygg, { timeZone })
  await as('staff').patch(customers, nordbygg, { sfAccountName: 'Of one zone' })
  await rename(harbour)
  await connected.waitForEvent(isChangeOf('projects', harbour))
  expect(changes(connected).map(({ kind }) => kind)).toEqual(['change'])
  await setZone('Asia/Tokyo')
  const isReload = ({ kind }: ReceivedEvent) => kind === 'reload'
  await connected.waitForEvent(isReload)
  const back = await follow(wharf, { age: clock.now() - since })
  await back.waitForEvent(isReload)
  await setZone('Europe/Oslo')
})

test('G3: whoever is no longer an admin of the project hears nothing more', async () => {
  const member = await memberOf(harbour, mei)
  await as('anna').patch(projectMembers, member.id, { privilegeLevel: 20 })
  const reader = await follow(harbour, { by: 'mei' })
  expect(reader.status).toBe(200)
  await as('anna').patch(projectMembers, member.id, { privilegeLevel: 10 })
  await reader.ended
  const told = reader.events.length
  await rename(harbour)
  expect(reader.events).toHaveLength(told)
  expect((await follow(harbour, { by: 'mei' })).status).toBe(404)
})

test('a hand-over in the console is told to the former owner, who follows on as an admin', async () => {
  const reader = await follow(wharf)
  await as('anna').patch(projects, wharf, { owner: lena })
  await reader.waitForEvent(isChangeOf('projects', wharf))
  await rename(wharf)
  const isLatest = ({ change }: ReceivedEvent) => change.id === wharf && (change.version ?? 0) > 2
  await reader.waitForEvent(isLatest)
  const withAnother = await follow('NB-2064')
  expect(withAnother.status).toBe(404)
})

test('who comes back after the project has moved to another customer is told to load again', async () => {
  const since = clock.now()
  clock.advance(60_000)
  await as('staff').patch(projects, harbour, { customer: customerId('vvsteknik') })
  const back = await follow(harbour, { age: clock.now() - since })
  await back.waitForEvent(({ kind }) => kind === 'reload')
})
