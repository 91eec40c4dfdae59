import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'

const unhurried = { calls: 100_000, seconds: 60 }
const { app, as, db, clock, nextMailTo, mailsTo } = await worldWithMail({
  rates: { general: unhurried, signIn: unhurried, resetRequest: unhurried },
})
const jonas = 'jonas@nordbygg.example'
const minute = 60_000
const report = (locale: string, timeZone?: string) =>
  as('jonas').call(reportBrowserLocale, {
    parameters: { email: jonas },
    body: { locale, ...(timeZone !== undefined && { timeZone }) },
  })

/** The mail to jonas with the expiry of a code, and that instant in milliseconds since 1970. */
async function mailWithTime(): Promise<{ text: string; at: number }> {
  clock.advance(60 * minute)
  const before = mailsTo(jonas).length
  expect((await browser(app).post('/auth/v1/change-password/request', { username: jonas })).statusCode).toBe(202)
  const { text } = await nextMailTo(jonas, before)
  const { expires_at } = await db
    .selectFrom('password_reset')
    .select('expires_at')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return { text, at: Date.parse(expires_at) }
}

/** Hours and minutes on a clock that is `offset` minutes ahead of UTC. */
const onClock = (at: number, offset: number) => new Date(at + offset * minute).toISOString().slice(11, 16)

test('a mail gives its time in the zone of the reader’s browser, to the minute', async () => {
  await as('jonas').patch(users, jonas, { timeZone: null })
  await report('sv-SE', 'Asia/Kathmandu')
  const { text, at } = await mailWithTime()
  expect(text).toContain(onClock(at, 345))
  expect(text).not.toContain(onClock(at, 0))
  // A client without a time zone does not reset it.
  await report('sv-SE')
  const later = await mailWithTime()
  expect(later.text).toContain(onClock(later.at, 345))
})

test('the zone that a person chose counts before their browser’s', async () => {
  await report('sv-SE', 'Asia/Kathmandu')
  await as('jonas').patch(users, jonas, { timeZone: 'Asia/Kolkata' })
  const { text, at } = await mailWithTime()
  expect(text).toContain(onClock(at, 330))
})

test('what is no time zone is refused, and the noted one stays', async () => {
  await report('sv-SE', 'Asia/Kathmandu')
  for (const wrong of ['Europe/Atlantis', 'UTC; drop', '', 'x'.repeat(101)]) {
    await expect(report('sv-SE', wrong), wrong).rejects.toMatchObject({ status: 422 })
  }
  const noted = db.selectFrom('app_user').select('browser_time_zone').where('email', '=', jonas)
  expect(await noted.executeTakeFirstOrThrow()).toEqual({ browser_time_zone: 'Asia/Kathmandu' })
})

test('who is invited for the first time reads the time of the customer that invites', async () => {
  await db.updateTable('customer').set({ time_zone: 'Asia/Kathmandu' }).where('name', '=', 'Nordbygg AS').execute()
  const email = 'first@zone.example'
  await as('anna').post(projectMembers, {
    project: projectId('NB-2041'),
    user: email,
    privilegeLevel: 10,
    providers: [],
  })
  const { text } = await nextMailTo(email)
  const { expires_at } = await db
    .selectFrom('invitation')
    .innerJoin('app_user', 'app_user.id', 'invitation.user_id')
    .select('invitation.expires_at')
    .where('app_user.email', '=', email)
    .executeTakeFirstOrThrow()
  expect(text).toContain(onClock(Date.parse(expires_at ?? ''), 345))
})
