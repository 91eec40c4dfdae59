import { directoryGroupAccess } from '@lintel/contract/people/directory-group-access'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { interceptStatements } from '../../../test/intercept-statements'
import { connectDirectory, directoryClient, patchRequest } from '../../../test/scim-directory'
import { world } from '../../../test/world'

const { app, as, db } = await world()
const { untilLockWaiters } = interceptStatements(db)
const sendScim = directoryClient(app)
await connectDirectory(db)
const customer = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const email = 'arriving@nordbygg.example'

test('G6: who becomes a guest at the moment at which their group opens another project gets no more than one', async () => {
  const user = await sendScim('POST', '/Users', { userName: email, name: { givenName: 'Arri', familyName: 'Ving' } })
  const group = await sendScim('POST', '/Groups', { displayName: 'Arriving', members: [{ value: user.body.id }] })
  expect([user.status, group.status]).toEqual([201, 201])
  const invitation = { project: museum, user: email, providers: [], sendInvitation: false }
  const guest = { privilegeLevel: privilegeLevel.guest, expirationDate: '2999-05-31' }
  const access = { customer, group: group.body.id, project: harbour, privilegeLevel: 10 }
  // The invitation waits for the project lock when the account is already a guest's, and the group's access comes in between.
  const { invited, opened } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('project').select('id').where('id', '=', museum).forUpdate().execute()
    const invited = as('astrid').post(projectMembers, { ...invitation, ...guest } as never)
    await untilLockWaiters('insert into "project_member"')
    const opened = as('astrid').post(directoryGroupAccess, access as never)
    await untilLockWaiters('with recursive requested')
    return { invited, opened }
  })
  await Promise.all([invited, opened])
  const account = db.selectFrom('app_user').select(['id', 'guest']).where('email', '=', email)
  const { id, ...kind } = await account.executeTakeFirstOrThrow()
  expect(kind).toEqual({ guest: true })
  const members = db.selectFrom('project_member').select(['project_id', 'privilege_level']).where('user_id', '=', id)
  expect(await members.execute()).toEqual([{ project_id: museum, privilege_level: privilegeLevel.guest }])
  const kept = db.selectFrom('audit_event').select('after').where('action', '=', 'directory-groups.keep-access')
  expect(await kept.execute()).toMatchObject([{ after: { kept: [{ email, project: harbour, why: 'guestAccount' }] } }])
})

test('G6: who becomes a guest at the moment at which SCIM activates them gets nothing back', async () => {
  const userName = 'returning@nordbygg.example'
  const { body } = await sendScim('POST', '/Users', { userName, name: { givenName: 'Ret', familyName: 'Urning' } })
  const terms = { user: userName, providers: [], sendInvitation: false }
  await as('astrid').post(projectMembers, { ...terms, project: harbour, privilegeLevel: 10 } as never)
  const activate = (value: boolean) =>
    sendScim('PATCH', `/Users/${body.id}`, patchRequest({ op: 'replace', path: 'active', value }))
  expect((await activate(false)).status).toBe(200)
  const guest = { project: museum, privilegeLevel: privilegeLevel.guest, expirationDate: '2999-05-31' }
  const { invited, activated } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('project').select('id').where('id', '=', museum).forUpdate().execute()
    const invited = as('astrid').post(projectMembers, { ...terms, ...guest } as never)
    await untilLockWaiters('insert into "project_member"')
    const activated = activate(true)
    await untilLockWaiters('with person as materialized')
    return { invited, activated }
  })
  await invited
  expect((await activated).body.active).toBe(true)
  const members = db.selectFrom('project_member').innerJoin('app_user', 'app_user.id', 'user_id')
  expect(await members.select(['project_id', 'guest']).where('email', '=', userName).execute()).toEqual([
    { project_id: museum, guest: true },
  ])
})
