import { undoChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { importDirectory } from '../../../test/directory-import'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { world } from '../../../test/world'

const { app, as, db, clock } = await world()
await connectDirectory(db)
const sendScim = directoryClient(app)

const domain = 'nordbygg.example'
const [lena, mei] = [`lena@${domain}`, `mei@${domain}`]

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

/** A group by name; undefined if there is none. */
async function groupNamed(name: string) {
  const found = await sendScim('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "${name}"`)}`)
  return found.body.Resources[0]
}

test('contract 6: whom an import brings into a group and takes out of it, its version and time tell, each once', async () => {
  const { body } = await sendScim('POST', '/Groups', {
    displayName: 'Riggers',
    members: [{ value: await userId(mei) }],
  })
  const read = (version: string) => sendScim('GET', `/Groups/${body.id}`, undefined, { 'if-none-match': version })
  expect((await read('W/"1"')).status).toBe(304)

  const joins = { 'memberships.csv': `group;email\nRiggers;${lena}\nRiggers;${mei}\n` }
  const first = await importFiles(joins)
  const joined = await read('W/"1"')
  expect(joined).toMatchObject({ status: 200, body: { meta: { version: 'W/"2"' } } })
  expect(joined.body.members).toHaveLength(2)
  expect(Date.parse(joined.body.meta.lastModified)).toBeGreaterThan(Date.parse(body.meta.lastModified))

  await importFiles(joins)
  expect((await read('W/"2"')).status).toBe(304)

  await undo(first)
  const left = await read('W/"2"')
  expect(left).toMatchObject({ status: 200, body: { meta: { version: 'W/"3"' }, members: body.members } })
  expect(Date.parse(left.body.meta.lastModified)).toBeGreaterThan(Date.parse(joined.body.meta.lastModified))

  const described = await importFiles({ ...joins, 'groups.csv': 'group;description\nRiggers;Of the cranes\n' })
  expect((await read('W/"3"')).body.meta.version).toBe('W/"4"')
  await undo(described)
  expect((await read('W/"4"')).body.meta.version).toBe('W/"5"')
})

test('imports whose members are in one group are undone one after the other, and the group that the first made goes', async () => {
  const first = await importFiles({ 'memberships.csv': `group;email\nSlingers;${lena}\n` })
  expect(await groupNamed('Slingers')).toMatchObject({ meta: { version: 'W/"1"' } })
  const second = await importFiles({ 'memberships.csv': `group;email\nSlingers;${mei}\n` })
  expect((await groupNamed('Slingers')).members).toEqual([expect.objectContaining({ value: await userId(mei) })])
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(second)
  expect(await groupNamed('Slingers')).toMatchObject({ meta: { version: 'W/"3"' } })
  await undo(first)
  expect(await groupNamed('Slingers')).toBeUndefined()
})

test.each([
  ['another member', async () => patchRequest({ op: 'add', path: 'members', value: [{ value: await userId(mei) }] })],
  ['fewer members', async () => patchRequest({ op: 'remove', path: 'members' })],
  ['an id of its own', async () => patchRequest({ op: 'replace', path: 'externalId', value: '8aa1' })],
  ['another name', async () => patchRequest({ op: 'replace', path: 'displayName', value: 'Banksmen' })],
])('a group that an import made stays where SCIM gave it %s', async (given, patch) => {
  const name = `With ${given}`
  const planId = await importFiles({ 'memberships.csv': `group;email\n${name};${lena}\n` })
  const { id } = await groupNamed(name)
  expect((await sendScim('PATCH', `/Groups/${id}`, await patch())).status).toBe(204)
  await expect(undo(planId)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await undo(planId, true)
  expect((await sendScim('GET', `/Groups/${id}`)).status).toBe(200)
})
