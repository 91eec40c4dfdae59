import { applyChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { projectId } from '../../../../demo/projects'
import { world } from '../../../../test/world'

const { as, db, clock } = await world()
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const [mei, lena] = ['mei@nordbygg.example', 'lena@nordbygg.example']
const day = 86_400_000
const dayIn = (days: number) => new Date(clock.now() + days * day).toISOString().slice(0, 10)

// A session ends before the plans do.
const plan = (cells: object[]) => as('astrid').post(changeSets, { kind: 'roles', customer, input: { cells } } as never)
const apply = (id: string) => as('astrid').call(applyChangeSet, { parameters: { id } })
const memberships = () =>
  db
    .selectFrom('project_member')
    .select(['project_id', 'privilege_level', 'access_until', 'providers', 'version'])
    .where('user_id', 'in', [mei, lena].map(personId))
    .orderBy('project_id')
    .orderBy('user_id')
    .execute()

test('a plan whose access has ended since is stale, and nothing of it is applied', async () => {
  const accessUntil = dayIn(2)
  const added = await plan([
    { user: lena, project: museum, level: 10, accessUntil },
    { user: mei, project: harbour, level: 20 },
  ])
  const extended = await plan([{ user: mei, project: harbour, level: 10, accessUntil }])
  const was = await memberships()
  clock.advance(4 * day)
  for (const { id } of [added, extended]) {
    await expect(apply(id)).rejects.toMatchObject({ status: 412, code: 'stale' })
    expect(await as('astrid').get(changeSets, id)).toMatchObject({ state: 'stale' })
  }
  expect(await memberships()).toEqual(was)
})

test('a membership that had ended before the plan keeps its end', async () => {
  const ended = { access_until: '2020-06-30T21:59:59Z' }
  await db
    .updateTable('project_member')
    .set(ended)
    .where('project_id', '=', harbour)
    .where('user_id', '=', personId(mei))
    .execute()
  const set = await plan([{ user: mei, project: harbour, providers: ['COGNITO_MFA'] }])
  clock.advance(2 * day)
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect((await memberships()).filter(({ access_until }) => access_until !== null)).toMatchObject([
    { ...ended, project_id: harbour, providers: ['COGNITO_MFA'] },
  ])
})

/** Removes her from the harbour and adds her again, with a membership of the same version. */
async function addAgain(terms: {
  privilege_level: number
  access_until?: string
  providers?: string[]
}): Promise<void> {
  const of = { project_id: harbour, user_id: personId(mei) }
  await as('astrid').remove(projectMembers, `${of.project_id}.${of.user_id}`)
  await as('astrid').post(projectMembers, { project: harbour, user: mei, privilegeLevel: 10 } as never)
  await db
    .updateTable('project_member')
    .set({ ...terms, version: 1 })
    .where('project_id', '=', of.project_id)
    .where('user_id', '=', of.user_id)
    .execute()
}

test.each([
  ['changes', { level: 15 }],
  ['removes', { level: 0 }],
])('a plan that %s a membership is stale when it has ended and was given anew with other terms', async (_, change) => {
  await addAgain({ privilege_level: 20 })
  const { id } = await plan([{ user: mei, project: harbour, ...change }])
  await addAgain({ privilege_level: 10 })
  const was = await memberships()
  await expect(apply(id)).rejects.toMatchObject({ status: 412, code: 'stale' })
  expect(await memberships()).toEqual(was)
  expect((await plan([{ user: mei, project: harbour, ...change }])).summary).toMatchObject({ change: 1, conflict: 0 })
})

test('the undo of a removal gives back the membership that was removed, and none from before the plan', async () => {
  await addAgain({ privilege_level: 10 })
  const { id } = await plan([{ user: mei, project: harbour, level: 0 }])
  await addAgain({ privilege_level: 10, providers: ['COGNITO_MFA'] })
  expect(await apply(id)).toMatchObject({ state: 'applied' })
  await as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial: false } })
  expect((await memberships()).filter(({ project_id }) => project_id === harbour)).toMatchObject([
    { privilege_level: 10, providers: ['COGNITO_MFA'] },
  ])
})

test.each([
  ['role', { privilege_level: 20 }],
  ['end', { privilege_level: 10, access_until: '2999-01-31T22:59:59Z' }],
  ['login methods', { privilege_level: 10, providers: ['COGNITO_MFA'] }],
])(
  'a cell that was filled in from a membership is refused where another one was given anew with another %s',
  async (_, terms) => {
    const former = { privilege_level: 10, access_until: '2999-06-30T21:59:59.5Z', providers: [] }
    const filledIn = async () => {
      const [member] = await as('astrid').list(projectMembers, { filter: { project: harbour, user: mei } })
      const { version, privilegeLevel, accessUntil = null, providers = [] } = member ?? {}
      const expected = { privilegeLevel, accessUntil, providers }
      return { project: harbour, level: 15, expectedVersion: version, expected }
    }
    await addAgain(former)
    const cell = await filledIn()
    const requests = [
      { kind: 'roles', input: { cells: [{ ...cell, user: mei }] } },
      { kind: 'user', input: { user: mei, cells: [cell] } },
    ]
    await addAgain(terms)
    const was = await memberships()
    for (const request of requests) {
      const set = await as('astrid').post(changeSets, { ...request, customer, apply: 'whenClean' } as never)
      expect(set).toMatchObject({ state: 'planned', rows: [{ conflict: 'changedMeanwhile', member: { version: 1 } }] })
    }
    expect(await memberships()).toEqual(was)
    for (const request of requests) {
      await addAgain(former)
      const set = await as('astrid').post(changeSets, { ...request, customer, apply: 'whenClean' } as never)
      expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
    }
  },
)
