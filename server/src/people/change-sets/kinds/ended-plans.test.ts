import { applyChangeSet, changeSets } from '@lintel/contract/people/change-sets'
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
