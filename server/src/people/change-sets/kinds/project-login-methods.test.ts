import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { changeSets, listChangeSetRows, previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { world } from '../../../../test/world'

const { as, db } = await world()
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]

const save = (input: ChangeSetInput<'project-login-methods'>, by = 'astrid', of = customer) =>
  as(by).post(changeSets, { kind: 'project-login-methods', customer: of, input, apply: 'whenClean' } as never)
const undo = (id: string) => as('astrid').call(undoChangeSet, { parameters: { id }, body: {} })
const preview = (id: string) => as('astrid').call(previewUndo, { parameters: { id } })
const stored = async (id: string) => {
  const project = db.selectFrom('project').select(['providers', 'version']).where('id', '=', id)
  return project.executeTakeFirstOrThrow()
}

test('the login methods of a project are changed as one audited step, and undone in turn', async () => {
  const { providers: before, version } = await stored(harbour)
  const first = await save({ project: harbour, providers: ['COGNITO'], expectedVersion: version })
  expect(first).toMatchObject({ state: 'applied', summary: { change: 1, projects: 1 } })
  expect(await stored(harbour)).toEqual({ providers: ['COGNITO'], version: version + 1 })
  const second = await save({ project: harbour, providers: [], expected: ['COGNITO'] })
  expect(await stored(harbour)).toMatchObject({ providers: [] })
  expect(await undo(second.id)).toMatchObject({ state: 'undone', summary: { undone: 1 } })
  expect(await stored(harbour)).toMatchObject({ providers: ['COGNITO'] })
  expect(await undo(first.id)).toMatchObject({ state: 'undone' })
  expect(await stored(harbour)).toEqual({ providers: before, version: version + 4 })
  const events = await as('astrid').list(auditEvents, { filter: { customer, subject: harbour }, page: { size: 4 } })
  expect(events.map(({ action }) => action)).toEqual([
    'change-sets.undo',
    'change-sets.undo',
    'change-sets.apply',
    'change-sets.apply',
  ])
})

test('what was seen is the condition, and what somebody has changed by hand since is left', async () => {
  const { version } = await stored(museum)
  for (const condition of [{ expectedVersion: version + 1 }, { expected: ['COGNITO', 'no-such'] }]) {
    expect(await save({ project: museum, providers: ['COGNITO'], ...condition })).toMatchObject({
      state: 'planned',
      summary: { conflicts: { changedMeanwhile: 1 } },
    })
  }
  const set = await save({ project: museum, providers: ['COGNITO'], expectedVersion: version })
  expect(set.rows?.[0]).toMatchObject({ before: { providers: [] }, after: { providers: ['COGNITO'] } })
  await as('astrid').patch(projects, museum, { description: 'By hand' })
  await expect(undo(set.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await stored(museum)).toMatchObject({ providers: ['COGNITO'] })
})

test('an undo restores a method that the project alone had, which its customer may not choose, as long as there is one', async () => {
  await db.insertInto('sso_provider').values({ id: 'ONLY-HERE', name: 'Only here', is_public: false }).execute()
  const providers = ['COGNITO', 'ONLY-HERE']
  const restored = projectId('NB-2103')
  await db.updateTable('project').set({ providers }).where('id', '=', restored).execute()
  const { version } = await stored(restored)
  const set = await save({ project: restored, providers: [] })
  expect(await stored(restored)).toEqual({ providers: [], version: version + 1 })
  await expect(save({ project: restored, providers })).rejects.toMatchObject({ code: 'unknownReference' })
  expect(await preview(set.id)).toEqual({ undoes: 1, remains: 0 })
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 1 } })
  expect(await stored(restored)).toEqual({ providers, version: version + 2 })

  const again = await save({ project: restored, providers: [] })
  await db.deleteFrom('sso_provider').where('id', '=', 'ONLY-HERE').execute()
  expect(await preview(again.id)).toEqual({ undoes: 0, remains: 1 })
  await expect(undo(again.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await stored(restored)).toMatchObject({ providers: [] })
})

test('G1: nobody sets the login methods of a project of another customer, nor one that is not theirs to offer', async () => {
  const fjellbane = customerId('fjellbane')
  await expect(save({ project: harbour, providers: [] }, 'gro')).rejects.toMatchObject({ status: 403 })
  await expect(save({ project: harbour, providers: [] }, 'gro', fjellbane)).rejects.toMatchObject({
    code: 'unknownReference',
  })
  await expect(save({ project: harbour, providers: ['no-such-method'] })).rejects.toMatchObject({ status: 422 })
  expect(await save({ project: harbour, providers: ['COGNITO'] })).toMatchObject({ state: 'applied' })
  const { data } = await as('astrid').call(listChangeSetRows, {
    parameters: { id: (await save({ project: harbour, providers: [] })).id },
  })
  expect(data).toHaveLength(1)
})
