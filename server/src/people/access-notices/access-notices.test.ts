import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { settingVersion, userSettings } from '@lintel/contract/settings/user-settings'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { givePassword } from '../../../test/give-password'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'
import { accessNoticesJob } from './access-notices'
import { recordRoles } from './access-notices.store'

const { as, db, clock, platform, server, mailsTo, untilIdle } = await worldWithMail({
  rates: { invite: { calls: 5, seconds: 3_600 } },
})
const minute = 60_000
const customer = customerId('nordbygg')

const change = (cells: RoleCell[], by = 'astrid') =>
  as(by).post(changeSets, { kind: 'roles', customer, input: { cells }, apply: 'whenClean' } as never)
const cell = (user: string, project: string, level: number): RoleCell => ({ user, project: projectId(project), level })
/** Advances the clock by `ms` and sends the mails that are due. */
async function advance(ms: number) {
  clock.advance(ms)
  const job = { id: uuidv7(), attempt: 1, customer: null }
  await accessNoticesJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
  await untilIdle()
}
const subjects = (email: string) => mailsTo(email).map(({ subject }) => subject)

const memberId = async (project: string, email: string): Promise<string> => {
  const members = await as('astrid').list(projectMembers, { filter: { project } })
  return members.find(({ user }) => user === email)?.id ?? ''
}

/** Adds a person of the customer, with or without a password, without a project of the customer. */
async function addPerson(signsIn: boolean): Promise<string> {
  const email = `gains.${uuidv7().slice(-12)}@nordbygg.example`
  await as('astrid').post(customerUserProfiles, { customer, newUserEmail: email } as never)
  if (signsIn) await givePassword(db, email)
  return email
}

test('whoever gains a role is told once of all they gained, some minutes later', async () => {
  const mei = 'mei@nordbygg.example'
  const first = await change([cell(mei, 'NB-2042', 20)])
  expect(first).toMatchObject({ state: 'applied', summary: { change: 1 } })
  clock.advance(minute)
  await change([cell(mei, 'NB-2103', 15)])
  await advance(minute)
  expect(subjects(mei)).toEqual([])
  await advance(5 * minute)
  expect(subjects(mei)).toHaveLength(1)
  const [mail] = mailsTo(mei)
  expect(mail?.text.match(/– /g)).toHaveLength(2)
  // Mei reads Chinese.
  expect(mail?.text).toContain(': 管理员')
})

test('at most one such mail an hour goes to a person, and it has everything since', async () => {
  const lena = 'lena@nordbygg.example'
  await change([cell(lena, 'NB-2042', 10)])
  await advance(6 * minute)
  const before = subjects(lena).length
  for (const [project, level] of [
    ['NB-2042', 15],
    ['NB-2042', 20],
    ['NB-2103', 10],
  ] as const) {
    await change([cell(lena, project, level)])
    await advance(6 * minute)
  }
  expect(subjects(lena)).toHaveLength(before)
  await advance(45 * minute)
  expect(subjects(lena)).toHaveLength(before + 1)
  expect(mailsTo(lena).at(-1)?.text.match(/– /g)).toHaveLength(2)
})

test('what is undone or taken away before the mail is not told; losing a role never is', async () => {
  const lena = 'lena@nordbygg.example'
  await advance(61 * minute)
  const before = subjects(lena).length
  const set = await change([cell(lena, 'NB-2110', 10)])
  await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  await change([cell(lena, 'NB-2103', 0)])
  await advance(6 * minute)
  expect(subjects(lena)).toHaveLength(before)
})

test('a raise that is undone or taken back before the mail is not told; of what stays of it the present level is', async () => {
  const email = await addPerson(true)
  const told = async (ms: number) => {
    const before = mailsTo(email).length
    await advance(ms)
    return mailsTo(email)
      .slice(before)
      .map(({ text }) => text)
  }
  await change([cell(email, 'NB-2042', 10)])
  await change([cell(email, 'NB-2103', 10)])
  await told(61 * minute)
  const raised = await change([cell(email, 'NB-2042', 20)])
  await as('astrid').call(undoChangeSet, { parameters: { id: raised.id }, body: {} })
  expect(await told(61 * minute)).toEqual([])

  // By hand as well, and down to less than it was.
  const id = await memberId(projectId('NB-2042'), email)
  await as('astrid').patch(projectMembers, id, { privilegeLevel: 20 })
  await as('astrid').patch(projectMembers, id, { privilegeLevel: 5, expirationDate: '2999-12-31' } as never)
  await as('astrid').patch(projectMembers, id, { privilegeLevel: 10, expirationDate: null } as never)
  expect(await told(61 * minute)).toEqual([])

  await change([cell(email, 'NB-2042', 15)])
  await change([cell(email, 'NB-2042', 20)])
  await change([cell(email, 'NB-2042', 15)])
  const [text = '', ...more] = await told(61 * minute)
  expect(more).toEqual([])
  expect(text.match(/– /g)).toHaveLength(1)
  expect(text).toMatch(/: workflows/i)

  // What was told is what counts for the next mail.
  await change([cell(email, 'NB-2042', 10)])
  await change([cell(email, 'NB-2042', 15)])
  expect(await told(61 * minute)).toHaveLength(1)
})

test('who switched these mails off gets none, and gets them again when they switch them on', async () => {
  const lena = 'lena@nordbygg.example'
  const setting = (isOff: boolean) =>
    as('lena').post(userSettings, {
      id: 'access-mails',
      schemaVersion: settingVersion('access-mails'),
      value: { isOff },
    } as never)
  await setting(true)
  const before = subjects(lena).length
  await advance(61 * minute)
  await change([cell(lena, 'NB-2110', 10)])
  await advance(6 * minute)
  expect(subjects(lena)).toHaveLength(before)
  await setting(false)
  await change([cell(lena, 'NB-2110', 15)])
  await advance(6 * minute)
  expect(subjects(lena)).toHaveLength(before + 1)
})

test('a first access to the customer is an invitation, at once, for whoever has an account and whoever has none', async () => {
  const known = await addPerson(true)
  const unknown = await addPerson(false)
  const cells = [known, unknown].flatMap((email) => [cell(email, 'NB-2042', 10), cell(email, 'NB-2103', 15)])
  expect(await change(cells)).toMatchObject({ state: 'applied', summary: { change: 4 } })
  await untilIdle()
  expect(mailsTo(known)).toHaveLength(1)
  expect(mailsTo(known)[0]?.links[0]?.pathname).toBe(`/project-${projectId('NB-2042')}/`)
  expect(mailsTo(unknown, '/login')).toHaveLength(1)
  const open = await as('astrid').list(invitations, { filter: { customer }, page: { size: 200 } })
  expect(open.filter(({ email }) => email === known || email === unknown)).toMatchObject([
    { state: 'pending', project: projectId('NB-2042') },
    { state: 'pending', project: projectId('NB-2042') },
  ])
  // The person with an account is notified of the other project after an hour; the other person sees it on signing in.
  await advance(6 * minute)
  expect(mailsTo(known)).toHaveLength(1)
  await advance(60 * minute)
  expect(mailsTo(known)).toHaveLength(2)
  expect(mailsTo(unknown)).toHaveLength(1)
})

test('F3: the invitation of a first access is withdrawn when that is undone, and the undo mails nobody', async () => {
  const email = await addPerson(false)
  const set = await change([cell(email, 'NB-2042', 10)])
  await untilIdle()
  expect(mailsTo(email)).toHaveLength(1)
  await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  await advance(61 * minute)
  expect(mailsTo(email)).toHaveLength(1)
  const found = await as('astrid').list(invitations, { filter: { customer }, page: { size: 200 } })
  expect(found.filter((one) => one.email === email)).toMatchObject([{ state: 'revoked' }])
})

test('B4: first invitations beyond an hour’s go out in the hours that follow, by links that last from then on', async () => {
  await advance(61 * minute)
  const people = []
  for (let at = 0; at < 7; at += 1) people.push(await addPerson(false))
  expect(await change(people.map((email) => cell(email, 'NB-2042', 10)))).toMatchObject({ state: 'applied' })
  await untilIdle()
  expect(people.filter((email) => mailsTo(email).length > 0)).toEqual(people.slice(0, 5))
  const { sent_at: sentAt, expires_at: expiresAt } = await db
    .selectFrom('invitation')
    .select(['sent_at', 'expires_at'])
    .where('email', '=', people[6] ?? '')
    .executeTakeFirstOrThrow()
  expect(Date.parse(expiresAt ?? '') - Date.parse(sentAt)).toBe(7 * 24 * 60 * minute)
  await advance(61 * minute)
  expect(people.filter((email) => mailsTo(email).length > 0)).toEqual(people)
})

test('J2: that people were told is in the audit log of their customer, with numbers alone', async () => {
  await advance(61 * minute)
  await change([cell('mei@nordbygg.example', 'NB-2103', 20)])
  await advance(6 * minute)
  const events = db.selectFrom('audit_event').select('after').where('action', '=', 'access.notify')
  const [last] = await events.where('tenant_id', '=', customer).orderBy('sequence', 'desc').execute()
  expect(last).toEqual({ after: { memberships: 1, told: 1 } })
})

test('a membership that is changed or added by itself is told like a cell: gathered, once an hour, unless switched off', async () => {
  const email = await addPerson(true)
  const newcomer = await addPerson(false)
  const add = (user: string, project: string) =>
    as('astrid').post(projectMembers, {
      ...{ user, project: projectId(project), privilegeLevel: 10, providers: [] },
      sendInvitation: false,
    })
  const first = await add(email, 'NB-2042')
  await add(newcomer, 'NB-2042')
  const second = await add(email, 'NB-2103')
  await as('astrid').patch(projectMembers, second.id, { privilegeLevel: 20 })
  await change([cell(email, 'NB-2110', 10)])
  await untilIdle()
  expect(mailsTo(email)).toEqual([])
  await advance(6 * minute)
  expect(mailsTo(email)).toHaveLength(1)
  expect(mailsTo(email)[0]?.text.match(/– /g)).toHaveLength(3)
  await as('astrid').patch(projectMembers, first.id, { privilegeLevel: 20 })
  await advance(6 * minute)
  expect(mailsTo(email)).toHaveLength(1)
  await advance(60 * minute)
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(email)[1]?.text.match(/– /g)).toHaveLength(1)
  // A lower level sends no mail, and a person without an account sees it on signing in.
  await as('astrid').patch(projectMembers, first.id, { privilegeLevel: 10 })
  await advance(61 * minute)
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(newcomer)).toEqual([])

  const off = { id: 'access-mails', schemaVersion: settingVersion('access-mails'), value: { isOff: true } }
  await as(email).post(userSettings, off as never)
  await as('astrid').patch(projectMembers, first.id, { privilegeLevel: 15 })
  await advance(61 * minute)
  expect(mailsTo(email)).toHaveLength(2)
})

test('an access that had ended and is given again by itself is told', async () => {
  const email = await addPerson(true)
  const draft = { user: email, project: projectId('NB-2042'), privilegeLevel: 10 as const, providers: [] }
  const { id } = await as('astrid').post(projectMembers, draft)
  await untilIdle()
  const invited = mailsTo(email).length
  const [project, user] = id.split('.')
  const ended = { access_until: new Date(clock.now() - minute).toISOString() }
  await db
    .updateTable('project_member')
    .set(ended)
    .where('project_id', '=', project ?? '')
    .where('user_id', '=', user ?? '')
    .execute()
  await as('astrid').patch(projectMembers, id, { accessUntil: null })
  await advance(61 * minute)
  expect(mailsTo(email)).toHaveLength(invited + 1)
})

const draftOf = (name: string, owner: string) => ({ name, owner }) as never

test('a new owner is told so, by the console, by its owner or at its creation: gathered, in their language', async () => {
  await advance(61 * minute)
  const { id } = await as('astrid').post(projects, draftOf('Sandvika School', 'ola@nordbygg.example'))
  const heir = await addPerson(true)
  const member = { user: heir, project: id, privilegeLevel: 10 as const, providers: [], sendInvitation: false }
  await as('astrid').post(projectMembers, member)
  await as('ola').patch(projects, id, { owner: heir })
  await untilIdle()
  expect(mailsTo(heir)).toEqual([])
  await advance(6 * minute)
  expect(subjects(heir)).toEqual(['You are now the owner of Sandvika School'])
  expect(mailsTo(heir)[0]?.text).toMatch(/– Sandvika School\r?\n/)
  expect(mailsTo(heir)[0]?.text).not.toContain('You were given access to')
  // Ola transferred ownership before the mail: the remaining role is admin.
  expect(mailsTo('ola@nordbygg.example').at(-1)?.text).toMatch(/– Sandvika School: \S+/)

  const kept = await as('astrid').post(projects, draftOf('Sandvika Library', 'ola@nordbygg.example'))
  await as('astrid').patch(projects, id, { owner: 'mei@nordbygg.example' })
  await advance(61 * minute)
  // Mei reads Chinese.
  expect(mailsTo('mei@nordbygg.example').at(-1)?.text).toMatch(/您现在是以下项目的所有者：\s+– Sandvika School/)
  expect(mailsTo('ola@nordbygg.example').at(-1)?.text).toMatch(/eier av:\s+– Sandvika Library/)
  expect(await as('ola').get(projects, kept.id)).toMatchObject({ owner: 'ola@nordbygg.example' })
})

test('who makes themselves the owner, or is none any more before the mail, gets no mail of an owner', async () => {
  await advance(61 * minute)
  const { id } = await as('astrid').post(projects, draftOf('Sandvika Pool', 'ola@nordbygg.example'))
  const brief = await addPerson(true)
  await as('astrid').patch(projects, id, { owner: brief })
  await as('astrid').patch(projects, id, { owner: 'astrid@nordbygg.example' })
  await as('astrid').remove(projectMembers, await memberId(id, brief))
  const before = server.mails.length
  await advance(6 * minute)
  expect(server.mails.slice(before).filter(({ to }) => !to.includes('ola@nordbygg.example'))).toEqual([])
})

test('an admin who becomes the owner and is none any more before the mail gained nothing', async () => {
  await advance(61 * minute)
  const { id } = await as('astrid').post(projects, draftOf('Sandvika Rink', 'ola@nordbygg.example'))
  const heir = await addPerson(true)
  const member = { user: heir, project: id, privilegeLevel: 20 as const, providers: [], sendInvitation: false }
  await as('astrid').post(projectMembers, member)
  await advance(61 * minute)
  expect(mailsTo(heir)).toHaveLength(1)
  await as('astrid').patch(projects, id, { owner: heir })
  await as('astrid').patch(projects, id, { owner: 'ola@nordbygg.example' })
  await advance(61 * minute)
  expect(mailsTo(heir)).toHaveLength(1)
})

test('a new owner who has no way in yet is invited at once, by a link that lets them in', async () => {
  const heir = await addPerson(false)
  const { id } = await as('astrid').post(projects, draftOf('Sandvika Bridge', heir))
  await untilIdle()
  expect(mailsTo(heir, '/login')).toHaveLength(1)
  expect(mailsTo(heir)[0]?.text).toContain('Sandvika Bridge')
  const open = await as('astrid').list(invitations, { filter: { customer }, page: { size: 200 } })
  expect(open.filter(({ email }) => email === heir)).toMatchObject([
    { state: 'pending', project: id, privilegeLevel: 30 },
  ])
  await advance(61 * minute)
  expect(mailsTo(heir)).toHaveLength(1)
})

test('a role that waits for the proof of a mailbox is told when it is proved, and others meanwhile', async () => {
  const email = await addPerson(true)
  const elsewhere = await runningProjectOf(db, 'Fjellbane Infra AS')
  const role = { user: email, privilegeLevel: 10 as const, providers: [], sendInvitation: false }
  await as('gro').post(projectMembers, { ...role, project: elsewhere })
  await as('astrid').post(projectMembers, { ...role, project: projectId('NB-2042') })
  await advance(61 * minute)
  expect(mailsTo(email).map(({ text }) => text.match(/– /g)?.length)).toEqual([1])
  const { name } = await db.selectFrom('project').select('name').where('id', '=', elsewhere).executeTakeFirstOrThrow()
  expect(mailsTo(email)[0]?.text).not.toContain(name)

  const proof = { email_verified_at: new Date(clock.now()).toISOString(), email_verified_by: 'mail' }
  await db.updateTable('app_user').set(proof).where('email', '=', email).execute()
  await advance(61 * minute)
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(email)[1]?.text).toContain(name)
})

test('a role that is raised while its notice is due is told as raised, once that is committed', async () => {
  const jonas = 'jonas@nordbygg.example'
  await advance(61 * minute)
  const before = subjects(jonas).length
  await change([cell(jonas, 'NB-2042', 10)])
  const raise = await db.startTransaction().execute()
  await raise
    .updateTable('project_member')
    .set({ privilege_level: 20 })
    .where('project_id', '=', projectId('NB-2042'))
    .where('user_id', '=', personId(jonas))
    .execute()
  await recordRoles(raise, [{ user: personId(jonas), project: projectId('NB-2042'), formerLevel: 10 }], clock.now())
  await advance(6 * minute)
  expect(subjects(jonas)).toHaveLength(before)
  await raise.commit().execute()
  await advance(minute)
  expect(subjects(jonas)).toHaveLength(before + 1)
  expect(mailsTo(jonas).at(-1)?.text).toContain('Admin')
})
