import { toRequest } from '@lintel/contract/jsonapi/document'
import { readAccessReasons } from '@lintel/contract/people/access-reasons'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { changeSetId } from '../../../demo/change-sets'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as, db } = await world()
const customer = customerId('nordbygg')
const harbour = projectId('NB-2041')
const tower = projectId('NB-1987')
const lena = 'lena@nordbygg.example'

const why = (user: string, project: string, by = 'astrid') =>
  as(by).call(readAccessReasons, { query: { user, project } })
const bulk = async (level: number, project = tower, user = lena) => {
  const input = { cells: [{ user, project, level }] }
  const set = await as('astrid').post(changeSets, { kind: 'roles' satisfies ChangeSetKind, customer, input } as never)
  await as('astrid').call(applyChangeSet, { parameters: { id: set.id } })
  return set.id
}

test('the rows that the demo begins with say who gave them and when, as far as they know', async () => {
  const { created_at: at } = await db
    .selectFrom('project_member')
    .select('created_at')
    .where('project_id', '=', harbour)
    .where('user_id', '=', personId('mei@nordbygg.example'))
    .executeTakeFirstOrThrow()
  expect(await why('MEI@nordbygg.example', harbour)).toEqual({
    privilegeLevel: 10,
    reasons: [{ reason: 'given', privilegeLevel: 10, at, by: 'ola@nordbygg.example', via: { kind: 'unrecorded' } }],
  })
  expect(await why('ola@nordbygg.example', harbour)).toMatchObject({
    privilegeLevel: 30,
    reasons: [{ reason: 'owner', by: 'ola@nordbygg.example' }],
  })
  expect(await why('anna@nordbygg.example', harbour)).toMatchObject({
    privilegeLevel: 25,
    reasons: [
      { reason: 'customerAdministrator', at: expect.any(String), by: 'staff@lintel.example' },
      { reason: 'given', privilegeLevel: 20, by: 'ola@nordbygg.example' },
    ],
  })
  expect(await why('silje@nordbygg.example', harbour)).toMatchObject({
    privilegeLevel: 10,
    reasons: [{ reason: 'given' }, { reason: 'invitation', state: 'pending', by: 'ola@nordbygg.example' }],
  })
  expect(await why('runar@stalbygg.example', harbour)).toMatchObject({
    reasons: [{ reason: 'given' }, { reason: 'until', guest: false, over: false }],
  })
  expect(await why('yara@partner.example', projectId('NB-2103'))).toMatchObject({
    privilegeLevel: 0,
    reasons: [
      { reason: 'given', privilegeLevel: 5 },
      { reason: 'until', guest: true, over: true },
    ],
  })
  expect(await why(lena, harbour)).toEqual({ privilegeLevel: 0, reasons: [{ reason: 'none' }] })
})

test('a level that a change set gave says which, and one that its undoing gave says so', async () => {
  const applied = await db
    .selectFrom('change_set_row as row')
    .innerJoin('app_user as person', 'person.id', 'row.user_id')
    .select(['person.email', 'row.change_set_id', 'row.project_id'])
    .where('row.change_set_id', 'in', [changeSetId('applied'), changeSetId('undone')])
    .execute()
  for (const { email, change_set_id: id, project_id: project } of applied) {
    const kind = id === changeSetId('applied') ? 'changeSet' : 'undo'
    expect(await why(email, project ?? '')).toMatchObject({
      privilegeLevel: 10,
      reasons: [{ reason: 'given', by: 'astrid@nordbygg.example', via: { kind, id } }],
    })
  }
})

test('the last that gave the level counts: by hand, in bulk, undone, by hand again, and gone', async () => {
  const member = await as('anna').post(projectMembers, {
    project: tower,
    user: lena,
    privilegeLevel: 10,
    providers: [],
    sendInvitation: false,
  })
  const hand = { reason: 'given', by: 'anna@nordbygg.example', via: { kind: 'hand' } }
  expect(await why(lena, tower)).toMatchObject({ privilegeLevel: 10, reasons: [hand] })
  const id = await bulk(15)
  expect(await why(lena, tower)).toMatchObject({
    privilegeLevel: 15,
    reasons: [{ reason: 'given', by: 'astrid@nordbygg.example', via: { kind: 'changeSet', id, changeSet: 'roles' } }],
  })
  // Changing the end does not change who granted the level.
  await as('anna').patch(projectMembers, member.id, { accessUntil: '2999-01-01' })
  expect(await why(lena, tower)).toMatchObject({
    reasons: [{ via: { kind: 'changeSet', id } }, { reason: 'until', at: '2999-01-01T22:59:59Z', over: false }],
  })
  await as('anna').patch(projectMembers, member.id, { accessUntil: null })
  const second = await bulk(20)
  await as('astrid').call(undoChangeSet, { parameters: { id: second }, body: {} })
  expect(await why(lena, tower)).toMatchObject({
    privilegeLevel: 15,
    reasons: [{ via: { kind: 'undo', id: second } }],
  })
  await as('anna').patch(projectMembers, member.id, { privilegeLevel: 20 })
  expect(await why(lena, tower)).toMatchObject({ privilegeLevel: 20, reasons: [hand] })
  const { statusCode } = await as('anna').inject({
    method: 'PATCH',
    url: `${projectMembers.path}/${member.id}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify(toRequest(projectMembers, { privilegeLevel: 0 }, member.id)),
  })
  expect(statusCode).toBe(204)
  expect(await why(lena, tower)).toMatchObject({
    privilegeLevel: 0,
    reasons: [{ reason: 'removed', by: 'anna@nordbygg.example', via: { kind: 'hand' } }],
  })
  const third = await bulk(10)
  await as('astrid').call(undoChangeSet, { parameters: { id: third }, body: {} })
  expect(await why(lena, tower)).toMatchObject({ reasons: [{ reason: 'removed', via: { kind: 'undo', id: third } }] })
})

test('an owner is one from the beginning of the project, or since it was handed over', async () => {
  const made = await as('ola').post(projects, { name: 'Owned from the beginning' } as never)
  expect(await why('ola@nordbygg.example', made.id)).toMatchObject({
    reasons: [{ reason: 'owner', by: 'ola@nordbygg.example' }],
  })
  await as('astrid').patch(projects, made.id, { owner: 'mei@nordbygg.example' })
  expect(await why('mei@nordbygg.example', made.id)).toMatchObject({
    privilegeLevel: 30,
    reasons: [{ reason: 'owner', by: 'astrid@nordbygg.example' }],
  })
  expect(await why('ola@nordbygg.example', made.id)).toMatchObject({
    privilegeLevel: 20,
    reasons: [{ reason: 'given', privilegeLevel: 20, by: 'astrid@nordbygg.example', via: { kind: 'hand' } }],
  })
})

test('G2: of a person or a project of another customer nothing is known, in the same words as of unknown ones', async () => {
  const foreign = { status: 404, code: 'notFound' }
  await expect(why('gro@fjellbane.example', harbour)).rejects.toMatchObject(foreign)
  await expect(why('nobody@nowhere.example', harbour)).rejects.toMatchObject(foreign)
  await expect(why('mei@nordbygg.example', 'nonsense')).rejects.toMatchObject(foreign)
  await expect(why('mei@nordbygg.example', harbour, 'gro')).rejects.toMatchObject(foreign)
  await expect(why('mei@nordbygg.example', harbour, 'ola')).rejects.toMatchObject(foreign)
})
