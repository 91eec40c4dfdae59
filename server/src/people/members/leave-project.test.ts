import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as, anonymous, db } = await world()
const harbour = projectId('NB-2041')
const leave = (name: string, id = harbour) => as(name).call(leaveProject, { parameters: { id } })
const levelOf = async (email: string) =>
  (
    await db
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .select('privilege_level as level')
      .where('email', '=', email)
      .where('project_id', '=', harbour)
      .executeTakeFirst()
  )?.level

test('the owner stays until the project is handed over; whoever has no membership has none to end', async () => {
  await expect(leave('ola')).rejects.toMatchObject({ code: 'ownerRequired' })
  expect(await levelOf('ola@nordbygg.example')).toBe(30)
  for (const name of ['astrid', 'gro@fjellbane.example', 'staff'])
    await expect(leave(name)).rejects.toMatchObject({ status: 404 })
  await expect(leave('mei', 'nonsense')).rejects.toMatchObject({ status: 404 })
  await expect(anonymous.call(leaveProject, { parameters: { id: harbour } })).rejects.toMatchObject({ status: 401 })
})

test('G6: a guest’s link leaves nothing', async () => {
  const guest = as('guest@partner.example', { method: 'password', guestOf: harbour })
  await expect(guest.call(leaveProject, { parameters: { id: harbour } })).rejects.toMatchObject({ status: 403 })
})

test('a member leaves a project: the membership is gone, the audit log says so, and a second time there is nothing', async () => {
  expect(await levelOf('mei@nordbygg.example')).toBe(10)
  await leave('mei')
  expect(await levelOf('mei@nordbygg.example')).toBeUndefined()
  const links = await as('mei').list(projectLinks, { filter: { active: 'true' }, page: { size: '200' } } as never)
  expect(links.map(({ id }) => id)).not.toContain(harbour)
  const events = await db
    .selectFrom('audit_event')
    .select(['actor_email', 'before', 'target_type'])
    .where('action', '=', 'project-members.leave')
    .execute()
  expect(events).toEqual([
    { actor_email: 'mei@nordbygg.example', before: { privilegeLevel: 10 }, target_type: 'project-members' },
  ])
  await expect(leave('mei')).rejects.toMatchObject({ status: 404 })
})
