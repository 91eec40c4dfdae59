import { splitAddresses } from '@lintel/contract/people/change-set-inputs'
import {
  applyChangeSet,
  type ChangeSetRow,
  changeSets,
  listChangeSetRows,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { copyInvitationLink, invitations } from '@lintel/contract/people/invitations'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { expect, onTestFinished, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { browser } from '../../../../test/browser'
import { worldOn } from '../../../../test/world'
import { worldWithMail } from '../../../../test/world-with-mail'

const generous = { calls: 100_000, seconds: 60 }
const { app, as, db, nextMailTo, mailsTo, untilIdle } = await worldWithMail({
  rates: { general: generous, signIn: generous, invite: { calls: 40, seconds: 60 } },
})
const customer = customerId('nordbygg')
const harbour = projectId('NB-2041')
const museum = projectId('NB-2042')

const plan = (emails: string[], more: object = {}, by = 'astrid') =>
  as(by).post(changeSets, {
    kind: 'invitations',
    customer,
    input: { project: harbour, emails, level: 10, ...more },
  } as never)
const rowsOf = async (id: string): Promise<ChangeSetRow[]> =>
  (await as('astrid').call(listChangeSetRows, { parameters: { id } })).data.map(({ attributes }) => attributes)
const apply = (id: string, by = 'astrid') => as(by).call(applyChangeSet, { parameters: { id } })
const membersOf = async (email: string) => as('astrid').list(projectMembers, { filter: { user: email, customer } })

test('five are invited at once: known ones and new ones, each by their own mail', async () => {
  const emails = splitAddresses(
    'Ada One <ada@five.example>, bo@five.example; cy@five.example\nDI@five.example lena@nordbygg.example',
  )
  expect(emails).toHaveLength(5)
  const set = await plan(emails, { level: 'Workflows', accessUntil: '2999-01-31' })
  expect(set.summary).toMatchObject({ total: 5, change: 5 })
  expect((await rowsOf(set.id)).map(({ object }) => object.user)).toContain('di@five.example')
  expect(await membersOf('ada@five.example')).toEqual([])
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  for (const email of emails.map((text) => text.toLowerCase())) {
    expect(await membersOf(email), email).toMatchObject([
      {
        project: harbour,
        privilegeLevel: 15,
        accessUntil: '2999-01-31T22:59:59Z',
        invitedBy: 'astrid@nordbygg.example',
      },
    ])
    expect((await nextMailTo(email)).text).toContain('Barcode')
  }
  const back = await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  expect(back).toMatchObject({ state: 'undone', summary: { undone: 5, remaining: 0 } })
  expect(await membersOf('ada@five.example')).toEqual([])
  const [revoked] = await as('astrid').list(invitations, { filter: { user: 'ada@five.example' } })
  expect(revoked).toMatchObject({ state: 'revoked' })
  // New people stay users of the customer, without a project.
  const known = await as('astrid').list(users, { filter: { customerId: customer, q: 'ada@five.example' } })
  expect(known).toMatchObject([{ email: 'ada@five.example' }])
})

test('whom somebody west of UTC invites until the last day of all is let in until then', async () => {
  const zone = (time_zone: string) => db.updateTable('customer').set({ time_zone }).where('id', '=', customer).execute()
  await zone('America/New_York')
  const set = await plan(['last.day@five.example'], { accessUntil: '9999-12-31' })
  await apply(set.id)
  await zone('Europe/Oslo')
  expect(await membersOf('last.day@five.example')).toMatchObject([{ accessUntil: '9999-12-31T23:59:59Z' }])
})

test('G5: says of each address that cannot be invited why, staff among them', async () => {
  const bad: [string, string | null][] = [
    ['fine@bad.example', null],
    ['+fine@bad.example', null],
    ['FINE@bad.example', 'duplicate'],
    ['no address', 'invalidEmail'],
    ['a@b..com', 'invalidEmail'],
    ['.a@b.com', 'invalidEmail'],
    ['a@-b.com', 'invalidEmail'],
    ['=HYPERLINK("x")', 'formula'],
    ['+47 900', 'formula'],
    ['staff@lintel.example', 'staff'],
    ['astrid@nordbygg.example', 'oneself'],
    ['anna@nordbygg.example', 'customerAdministrator'],
    ['mei@nordbygg.example', 'alreadyMember'],
    ['guest@partner.example', 'alreadyMember'],
    ['vera@partner.example', 'guestAccount'],
  ]
  const set = await plan(bad.map(([email]) => email))
  expect((await rowsOf(set.id)).map(({ conflict }) => conflict)).toEqual(bad.map(([, conflict]) => conflict))
  for (const [level, conflict] of [
    [30, 'levelNotAllowed'],
    [0, 'levelNotAllowed'],
    ['Emperor', 'unknownRole'],
  ] as const) {
    const refused = await plan(['fine@bad.example'], { level })
    expect((await rowsOf(refused.id))[0]?.conflict, String(level)).toBe(conflict)
  }
  for (const [accessUntil, conflict] of [
    ['2026-02-30', 'invalidDate'],
    ['2020-01-01', 'dateInPast'],
  ] as const) {
    const late = await plan(['fine@bad.example'], { accessUntil })
    expect((await rowsOf(late.id))[0]?.conflict, accessUntil).toBe(conflict)
  }
})

test('G4: somebody of another customer is planned like somebody whom nobody knows', async () => {
  const foreign = ['gro@fjellbane.example', 'deleted-nobody@new.example']
  const { email: known } = await db
    .selectFrom('app_user')
    .select('email')
    .where('email', '=', foreign[0] ?? '')
    .executeTakeFirstOrThrow()
  const set = await plan([known, foreign[1] ?? ''])
  const rows = (await rowsOf(set.id)).map(({ number: _, object, ...row }) => ({
    ...row,
    object: Object.keys(object).sort(),
  }))
  expect(rows[0]).toEqual(rows[1])
  expect(rows[0]).toMatchObject({ outcome: 'change', conflict: null })
})

test('S16: an older address is invited that belongs to the customer already, one of elsewhere is refused like an unknown one', async () => {
  const [own, elsewhere] = ['odd..own@older.example', 'gro..own@older.example']
  const rename = (from: string, email: string) =>
    db.updateTable('app_user').set({ email }).where('email', '=', from).execute()
  await rename('odd@nordbygg.example', own)
  await rename('gro@fjellbane.example', elsewhere)
  onTestFinished(async () => {
    await rename(own, 'odd@nordbygg.example')
    await rename(elsewhere, 'gro@fjellbane.example')
  })
  const set = await plan([own, elsewhere, 'nobody..own@older.example'], { project: museum })
  const conflicts = (await rowsOf(set.id)).map(({ conflict }) => conflict)
  expect(conflicts).toEqual([null, 'invalidEmail', 'invalidEmail'])
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect((await membersOf(own)).filter(({ project }) => project === museum)).toMatchObject([{ privilegeLevel: 10 }])
})

/** Lets the customer invite addresses of this domain only, until the test ends. */
async function inviteOnly(domain: string) {
  const set = (invite_domains: string[]) =>
    db.updateTable('customer').set({ invite_domains }).where('id', '=', customer).execute()
  await set([domain])
  onTestFinished(async () => void (await set([])))
}
/** The conflicts of the rows of a set, by address. */
const conflictsOf = async (id: string) =>
  Object.fromEntries((await rowsOf(id)).map(({ object, conflict }) => [object.user, conflict]))
const inviteOne = (email: string, by = as('astrid')) =>
  by.post(changeSets, {
    ...{ kind: 'invitations', customer, apply: 'whenClean' },
    input: { project: harbour, emails: [email], level: 10 },
  } as never)

test('G4: an address of a domain that the customer does not invite is refused in its row, known elsewhere or not, and the others are invited', async () => {
  await inviteOnly('allowed.example')
  const [allowed, foreign, unknown] = ['one@allowed.example', 'gro@fjellbane.example', 'nobody@refused.example']
  const theirs = 'lena@nordbygg.example'
  const set = await plan([allowed, foreign, unknown, theirs])
  expect(await conflictsOf(set.id)).toEqual({
    [allowed]: null,
    [foreign]: 'domainNotInvited',
    [unknown]: 'domainNotInvited',
    [theirs]: null,
  })
  const rows = (await rowsOf(set.id)).filter(({ conflict }) => conflict === 'domainNotInvited')
  const [one, other] = rows.map(({ number: _, object, ...row }) => ({ ...row, object: Object.keys(object).sort() }))
  expect(one).toEqual(other)
  expect(await apply(set.id)).toMatchObject({ state: 'applied', summary: { change: 2 } })
  for (const email of [allowed, theirs]) {
    expect(
      (await membersOf(email)).filter(({ project }) => project === harbour),
      email,
    ).toHaveLength(1)
  }
  for (const email of [foreign, unknown]) {
    expect(await inviteOne(email), email).toMatchObject({
      state: 'planned',
      rows: [{ outcome: 'conflict', conflict: 'domainNotInvited' }],
    })
    expect(await membersOf(email)).toEqual([])
  }
})

test('a policy that is made stricter after the plan refuses it by its own name, and the next plan says whom', async () => {
  const email = 'planned.before@refused.example'
  const set = await plan([email, 'planned.beside@allowed.example'])
  await inviteOnly('allowed.example')
  await expect(apply(set.id)).rejects.toMatchObject({ status: 422, code: 'domainNotInvited' })
  expect(await conflictsOf((await plan([email])).id)).toEqual({ [email]: 'domainNotInvited' })
})

test('where nobody new can be added, an address without an account is refused in its row, and the others are invited', async () => {
  const strict = (await worldOn(db, { canAddUsers: false, rates: { general: generous } })).as('astrid')
  const [known, unknown] = ['known.before@strict.example', 'unknown@strict.example']
  await as('astrid').post(customerUserProfiles, { customer, newUserEmail: known } as never)
  const set = await strict.post(changeSets, {
    ...{ kind: 'invitations', customer },
    input: { project: harbour, emails: [known, unknown, 'gro@fjellbane.example'], level: 10 },
  } as never)
  expect(await conflictsOf(set.id)).toEqual({ [known]: null, [unknown]: 'noAccount', 'gro@fjellbane.example': null })
  expect(await strict.call(applyChangeSet, { parameters: { id: set.id } })).toMatchObject({ state: 'applied' })
  expect(await membersOf(known)).toMatchObject([{ project: harbour, privilegeLevel: 10 }])
  expect(await inviteOne(unknown, strict)).toMatchObject({
    state: 'planned',
    rows: [{ outcome: 'conflict', conflict: 'noAccount' }],
  })
  expect(await membersOf(unknown)).toEqual([])
})

test('B4, G4: where nobody new can be added, an owner of a project asks for as many strangers as they may invite', async () => {
  const invite = { calls: 3, seconds: 60 }
  const strict = await worldOn(db, { canAddUsers: false, rates: { general: generous, invite } })
  const ask = (emails: string[], by = strict.as('ola'), more = {}) =>
    by.post(changeSets, {
      ...{ kind: 'invitations', customer, project: harbour, ...more },
      input: { project: harbour, emails, level: 10 },
    } as never)
  const theirs = 'theirs@asked.example'
  const asked = [theirs, 'one@asked.example', 'two@asked.example']
  await as('gro').post(customerUserProfiles, { customer: customerId('fjellbane'), newUserEmail: theirs } as never)
  expect(await conflictsOf((await ask([...asked, 'mei@nordbygg.example'])).id)).toEqual({
    ...{ [theirs]: null, 'one@asked.example': 'noAccount', 'two@asked.example': 'noAccount' },
    'mei@nordbygg.example': 'alreadyMember',
  })
  // The same ones again tell nothing new.
  expect(await ask(asked)).toMatchObject({ state: 'planned' })
  const stored = () => db.selectFrom('change_set').select('id').orderBy('id').execute()
  const before = await stored()
  for (const more of [{}, { apply: 'whenClean' }]) {
    const fourth = ask(['three@asked.example'], strict.as('ola'), more)
    await expect(fourth).rejects.toMatchObject({ status: 429, code: 'tooManyRequests' })
  }
  expect(await stored()).toEqual(before)
  await as('ola').post(projectMembers, {
    project: harbour,
    user: 'sent@asked.example',
    privilegeLevel: 10,
    providers: [],
  })
  expect(await ask(['mei@nordbygg.example', 'no address'])).toMatchObject({ state: 'planned' })
  const many = Array.from({ length: 4 }, (_, at) => `many${at}@asked.example`)
  expect(await ask(many, strict.as('astrid'))).toMatchObject({ state: 'planned' })
  expect(await ask(many, as('ola'))).toMatchObject({ state: 'planned' })
})

test('an address that is longer than addresses may be is refused in its row', async () => {
  const long = `${'a'.repeat(243)}@five.example`
  const set = await plan([long, 'beside.long@five.example'])
  expect(await conflictsOf(set.id)).toEqual({ [long]: 'invalidEmail', 'beside.long@five.example': null })
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
})

test('G5: staff are not invited one by one either', async () => {
  const draft = { project: harbour, user: 'staff@lintel.example', privilegeLevel: 10 as const, providers: [] }
  await expect(as('astrid').post(projectMembers, draft)).rejects.toMatchObject({ status: 409, code: 'staffMember' })
})

test('K9: two equal invitations at once give one', async () => {
  const sets = [await plan(['twice@once.example']), await plan(['twice@once.example'])]
  const outcomes = await Promise.allSettled(sets.map(({ id }) => apply(id)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await as('astrid').list(invitations, { filter: { user: 'twice@once.example' } })).toHaveLength(1)
  const add = () =>
    as('astrid').post(projectMembers, {
      project: museum,
      user: 'twice@single.example',
      privilegeLevel: 10,
      providers: [],
    })
  const singles = await Promise.allSettled([add(), add()])
  expect(singles.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(singles.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'alreadyMember' } })
  await untilIdle()
  expect(mailsTo('twice@once.example')).toHaveLength(1)
  expect(mailsTo('twice@single.example')).toHaveLength(1)
})

test('B4: more than may be sent in an hour are all added, and mailed over the following hours', async () => {
  const emails = Array.from({ length: 60 }, (_, at) => `many${at}@rate.example`)
  const set = await plan(emails)
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect(await membersOf('many0@rate.example')).toMatchObject([{ project: harbour, privilegeLevel: 10 }])
  const sent = db.selectFrom('invitation').innerJoin('invitation_mail as sent', 'sent.invitation_id', 'invitation.id')
  const times = await sent.select('sent.sent_at').where('email', 'in', emails).where('is_paced', '=', true).execute()
  expect(times).toHaveLength(60)
  expect(new Set(times.map(({ sent_at }) => sent_at)).size).toBe(2)
})

test('F3: an administrator copies a link: the one before it is of no use any more, and the trail tells', async () => {
  const username = 'copied@link.example'
  const draft = { project: harbour, user: 'copied@link.example', privilegeLevel: 10 as const, providers: [] }
  await as('anna').post(projectMembers, draft)
  const mailed = (await nextMailTo('copied@link.example')).links[0]?.searchParams.get('tmppass') ?? ''
  const [invitation] = await as('anna').list(invitations, { filter: { user: 'copied@link.example' } })
  const id = invitation?.id ?? ''
  const { link } = await as('anna').call(copyInvitationLink, { parameters: { id } })
  const copied = new URL(link).searchParams.get('tmppass') ?? ''
  const login = (password: string) => browser(app).post('/auth/v1/login', { username, password })
  expect((await login(mailed)).statusCode).toBe(401)
  const guest = browser(app)
  const { idToken } = (await guest.post('/auth/v1/login', { username, password: copied })).json()
  const chosen = { password: 'a sentence that is long enough' }
  const headers = { authorization: `Bearer ${idToken}` }
  expect((await guest.post(`/mgw/api/v2/user-profiles/${username}/password`, chosen, headers)).statusCode).toBeLessThan(
    300,
  )
  // Anybody may have the copied link, so it does not prove the mailbox (security E5).
  const person = db.selectFrom('app_user').select('email_verified_at').where('email', '=', username)
  expect(await person.executeTakeFirst()).toEqual({ email_verified_at: null })
  expect(
    await as('anna').list(auditEvents, { filter: { customer, action: 'invitations.copy-link', target: id } }),
  ).toHaveLength(1)
})

test('G4: a copied link is answered alike for somebody who has access elsewhere too, and opens what the own customer gave', async () => {
  const email = 'shared@link.example'
  await as('anna').post(projectMembers, { project: harbour, user: email, privilegeLevel: 10, providers: [] })
  const otherProject = db
    .selectFrom('project')
    .select(['id', 'owner_id'])
    .where('customer_id', '=', customerId('fjellbane'))
  const { id: project } = await otherProject.where('is_inactive', '=', false).executeTakeFirstOrThrow()
  await as('gro').post(projectMembers, { project, user: email, privilegeLevel: 10, providers: [] })
  const [invitation] = await as('anna').list(invitations, { filter: { user: email, customer } })
  const { link } = await as('anna').call(copyInvitationLink, { parameters: { id: invitation?.id ?? '' } })
  const password = new URL(link).searchParams.get('tmppass') ?? ''
  const came = await browser(app).post('/auth/v1/login', { username: email, password })
  expect(came.json()).toMatchObject({ result: 'SUCCESS', mustUpdatePassword: true })
  const person = db.selectFrom('app_user').select('id').where('email', '=', email)
  const awaiting = db.selectFrom('project_member').select(['project_id', 'awaits_proof']).where('user_id', '=', person)
  expect(Object.fromEntries((await awaiting.execute()).map((row) => [row.project_id, row.awaits_proof]))).toEqual({
    [harbour]: false,
    [project]: true,
  })
})

test('G4: that of somebody whom another customer made an account for looks alike, and opens nothing', async () => {
  const email = 'known@elsewhere.example'
  await as('gro').post(customerUserProfiles, { customer: customerId('fjellbane'), newUserEmail: email } as never)
  await as('anna').post(projectMembers, { project: harbour, user: email, privilegeLevel: 10, providers: [] })
  const [invitation] = await as('anna').list(invitations, { filter: { user: email, customer } })
  const { link, expiresAt } = await as('anna').call(copyInvitationLink, { parameters: { id: invitation?.id ?? '' } })
  expect(new URL(link).pathname).toBe('/login')
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now())
  const password = new URL(link).searchParams.get('tmppass') ?? ''
  const refused = await browser(app).post('/auth/v1/login', { username: email, password })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'emailProofMailed'])
})

test('K9: whom somebody added meanwhile, a planned invitation does not add again: it is stale', async () => {
  const email = 'meanwhile@once.example'
  const set = await plan([email])
  await as('astrid').post(projectMembers, { project: harbour, user: email, privilegeLevel: 10, providers: [] })
  await expect(apply(set.id)).rejects.toMatchObject({ code: 'stale' })
  expect(await as('astrid').get(changeSets, set.id)).toMatchObject({ state: 'stale' })
})
