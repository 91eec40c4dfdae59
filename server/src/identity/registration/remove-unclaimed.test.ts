import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'
import { removeExpired } from '../remove-expired.store'

const { app, as, db, clock, nextMailTo } = await worldWithMail({ registration: true })
const register = (email: string) => browser(app).post('/auth/v1/register', { email, locale: 'en' })
const dayMs = 86_400_000

const known = async (...emails: string[]) => {
  const rows = await db.selectFrom('app_user').select('email').where('email', 'in', emails).orderBy('email').execute()
  return rows.map(({ email }) => email)
}

test('the account of an address that somebody registered is kept for thirty days, and longer only where its owner or a customer wanted it', async () => {
  clock.freeze()
  const [used, invited, never] = ['a.used@newcomer.example', 'b.invited@newcomer.example', 'c.never@newcomer.example']
  for (const email of [used, invited, never]) {
    await register(email)
    await nextMailTo(email)
  }
  const [link] = (await nextMailTo(used)).links
  const password = link?.searchParams.get('tmppass')
  expect((await browser(app).post('/auth/v1/login', { username: used, password })).statusCode).toBe(200)
  const member = { project: projectId('NB-1987'), user: invited, privilegeLevel: 10 as const, providers: [] }
  await as('astrid').post(projectMembers, member)

  clock.advance(29 * dayMs)
  await removeExpired(db, clock.now())
  expect(await known(used, invited, never)).toEqual([used, invited, never])
  clock.advance(2 * dayMs)
  await removeExpired(db, clock.now())
  expect(await known(used, invited, never)).toEqual([used, invited])

  await register(never)
  const mail = await nextMailTo(never, 1)
  expect(mail.links[0]?.searchParams.has('tmppass')).toBe(true)
  await removeExpired(db, clock.now())
  expect(await known(never)).toEqual([never])
})
