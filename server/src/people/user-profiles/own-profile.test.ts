import { reportBrowserLocale } from '@lintel/contract/people/browser-locale'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as, anonymous, db } = await world()

const jonas = 'jonas@nordbygg.example'
const report = (name: string, email: string, locale: string) =>
  as(name).call(reportBrowserLocale, { parameters: { email }, body: { locale } })

const localeOf = async (email: string) =>
  (await db.selectFrom('app_user').select('browser_locale').where('email', '=', email).executeTakeFirstOrThrow())
    .browser_locale

test.each([
  ['de-AT', 'de'],
  ['es-419', 'es'],
  ['fr-CA', 'fr'],
  ['ja-JP', 'ja'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['pl-PL', 'pl'],
  ['sv-FI', 'sv'],
  ['zh-Hant-TW', 'zh'],
  ['en-GB', 'en'],
  ['pt-BR', 'en'],
])('a browser in %s is written to in %s', async (locale, ours) => {
  await report('jonas', jonas, locale)
  expect(await localeOf(jonas)).toBe(ours)
})

test('what was told before is not written, and not audited, again', async () => {
  const events = async () => {
    const { count } = await db
      .selectFrom('audit_event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('action', '=', 'user-profiles.browser-locale')
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  await report('jonas', jonas, 'sv')
  const before = await events()
  await report('jonas', jonas, 'sv-SE')
  expect(await events()).toBe(before)
  await report('jonas', jonas, 'de')
  expect(await events()).toBe(before + 1)
})

test('G4: people tell the language of their own browser only; what is no language is refused', async () => {
  for (const name of ['mei', 'anna', 'staff']) {
    await expect(report(name, jonas, 'fr')).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  await expect(
    anonymous.call(reportBrowserLocale, { parameters: { email: jonas }, body: { locale: 'fr' } }),
  ).rejects.toMatchObject({ status: 401 })
  for (const wrong of ['', 'd', 'de_DE; drop', 'x'.repeat(40)]) {
    await expect(report('jonas', jonas, wrong)).rejects.toMatchObject({ status: 422 })
  }
  expect(await localeOf(jonas)).toBe('de')
})

test('G6: the link of a guest tells the language of the browser for a guest account only', async () => {
  const guest = 'guest@partner.example'
  const byLink = as(guest, { guestOf: projectId('NB-2041') })
  const tell = (locale: string) =>
    byLink.call(reportBrowserLocale, { parameters: { email: guest }, body: { locale, timeZone: 'Asia/Tokyo' } })
  const stored = () => db.selectFrom('app_user').selectAll().where('email', '=', guest).executeTakeFirstOrThrow()
  await tell('sv')
  expect(await localeOf(guest)).toBe('sv')
  await db.updateTable('app_user').set({ guest: false, expiration_date: null }).where('email', '=', guest).execute()
  const before = await stored()
  await expect(tell('ja')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await stored()).toEqual(before)
})

const effects = (name: string, email: string) => as(name).call(readDeletionEffects, { parameters: { email } })

test('who wants to be deleted reads which projects they own, and who else could take them over', async () => {
  const { ownedProjects, ownedProjectsTotal, otherMemberships } = await effects('freja', 'freja@skovgaard.example')
  expect(ownedProjects.map(({ name }) => name)).toContain('Kvisthusene')
  expect(ownedProjectsTotal).toBe(ownedProjects.length)
  expect(otherMemberships).toBe(0)
  const own = await effects('ola', 'ola@nordbygg.example')
  const harbour = own.ownedProjects.find(({ name }) => name === 'Barcode Harbour, block 4')
  expect(harbour).toMatchObject({ hasOtherAdministrator: true })
  const others = await db
    .selectFrom('project_member')
    .select('user_id')
    .where('project_id', '=', harbour?.id ?? '')
    .execute()
  expect(harbour?.otherMembers).toBe(others.length - 1)
  // Deleted projects need no new owner, but keep the account from being closed until they are removed for good.
  const names = own.ownedProjects.map(({ name }) => name)
  const deleted = await db
    .selectFrom('project')
    .select(['id', 'name', 'deleted_at'])
    .where('owner_id', '=', personId('ola@nordbygg.example'))
    .where('is_inactive', '=', true)
    .orderBy('deleted_at')
    .orderBy('id')
    .execute()
  for (const { name } of deleted) expect(names).not.toContain(name)
  expect(deleted.length).toBeGreaterThan(0)
  expect(own.deletedProjectsTotal).toBe(deleted.length)
  expect(own.deletedProjects).toEqual(
    deleted.map(({ id, name, deleted_at }) => {
      const purgedAt = deleted_at && Date.parse(deleted_at) + purgedAfterDays * 86_400_000
      return { id, name, purgedAt: purgedAt && expect.stringContaining(new Date(purgedAt).toISOString().slice(0, 19)) }
    }),
  )
  expect(own.otherMemberships).toBeGreaterThan(0)
})

test('a customer that only this person administers is named, until another one does', async () => {
  const freja = personId('freja@skovgaard.example')
  const skovgaard = customerId('skovgaard')
  // No other member can take over the project.
  await db
    .updateTable('project_member')
    .set({ privilege_level: 10 })
    .where('customer_id', '=', skovgaard)
    .where('user_id', '<>', freja)
    .execute()
  const before = await effects('freja', 'freja@skovgaard.example')
  expect(before.soleAdministratorOf.map(({ id }) => id)).toEqual([skovgaard])
  expect(before.ownedProjects.some(({ hasOtherAdministrator }) => hasOtherAdministrator)).toBe(false)
  await db
    .insertInto('customer_admin')
    .values({ customer_id: skovgaard, user_id: personId(jonas) })
    .execute()
  const after = await effects('freja', 'freja@skovgaard.example')
  expect(after.ownedProjects.every(({ hasOtherAdministrator }) => hasOtherAdministrator)).toBe(true)
  expect(after.soleAdministratorOf).toEqual([])
})

test('an administrator whose mailbox is not proved takes over nothing, and is not told of a customer that waits for them', async () => {
  const freja = personId('freja@skovgaard.example')
  const roles = db.updateTable('customer_admin').where('customer_id', '=', customerId('skovgaard'))
  const read = () => effects('freja', 'freja@skovgaard.example')
  const { soleAdministratorOf } = await read()
  expect(soleAdministratorOf).toEqual([])
  await roles.set({ awaits_proof: true }).where('user_id', '=', personId(jonas)).execute()
  const waiting = await read()
  expect(waiting.soleAdministratorOf.map(({ id }) => id)).toEqual([customerId('skovgaard')])
  expect(waiting.ownedProjects.some(({ hasOtherAdministrator }) => hasOtherAdministrator)).toBe(false)
  await roles.set({ awaits_proof: true }).where('user_id', '=', freja).execute()
  expect((await read()).soleAdministratorOf).toEqual([])
})

test('a member whose access has ended takes over no project', async () => {
  const [project] = (await effects('ola', 'ola@nordbygg.example')).ownedProjects.filter((own) => own.otherMembers > 0)
  const id = project?.id ?? ''
  const others = db.updateTable('project_member').where('project_id', '=', id).where('privilege_level', '<', 30)
  await db.updateTable('customer_admin').set({ awaits_proof: true }).execute()
  const hasOtherAdministrator = async () =>
    (await effects('ola', 'ola@nordbygg.example')).ownedProjects.find((own) => own.id === id)?.hasOtherAdministrator
  await others.set({ privilege_level: 20, expiration_date: null, access_until: null }).execute()
  expect(await hasOtherAdministrator()).toBe(true)
  await others.set({ access_until: '2020-01-01T00:00:00Z' }).execute()
  expect(await hasOtherAdministrator()).toBe(false)
})

test('G4: what hangs on somebody else’s account is nobody’s to read', async () => {
  for (const name of ['mei', 'anna', 'staff']) {
    await expect(effects(name, jonas)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  await expect(effects('guest', jonas)).rejects.toMatchObject({ status: 404, code: 'notFound' })
})
