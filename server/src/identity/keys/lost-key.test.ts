import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { world, worldOn } from '../../../test/world'
import { openSecrets } from '../../platform/secrets'
import { openIdentity } from '../identity'
import { Tokens } from '../tokens/tokens'
import { KeyRing } from './key-ring'

const { db, clock, platform, bearer } = await world()
const secretKey = 'the key that came after the lost one'
/** The same database for a server with another SECRET_KEY. */
const elsewhere = { ...platform, configuration: { ...platform.configuration, secretKey } }
const ring = () => new KeyRing(elsewhere, openSecrets(elsewhere.configuration))
const storedKeys = () => db.selectFrom('signing_key').selectAll().orderBy('signs_from').execute()

test('J4: a server whose SECRET_KEY does not open the signing keys is refused, and changes nothing', async () => {
  const before = await storedKeys()
  await expect(openIdentity(elsewhere)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^This SECRET_KEY does not open .*\/secret-key\).* keys:rotate -- --lost-key\.$/),
  })
  expect(await storedKeys()).toEqual(before)
})

test('J4: where no key is lost, none is replaced', async () => {
  const before = await storedKeys()
  const known = new KeyRing(platform, openSecrets(platform.configuration))
  expect(await known.replaceLostKeys(clock.now())).toBe(0)
  expect(await storedKeys()).toEqual(before)
})

test('J4: after the lost key’s signing keys have been replaced, the server starts, somebody signs in, and tokens of before are good', async () => {
  // The current key and a future one.
  await new KeyRing(platform, openSecrets(platform.configuration)).rotate(clock.now())
  const lost = await storedKeys()
  const token = await bearer('mei')
  expect(await ring().replaceLostKeys(clock.now())).toBe(2)
  const { app } = await worldOn(db, { secretKey })
  const answer = await browser(app).post('/auth/v1/login', {
    username: 'mei@nordbygg.example',
    password: demoPassword,
  })
  expect(answer.statusCode).toBe(200)
  const tokens = new Tokens(ring(), platform.configuration.publicUrl)
  await expect(tokens.read(token, 'id', clock.now())).resolves.toBeDefined()
  await expect(tokens.read(answer.json().idToken, 'id', clock.now())).resolves.toBeDefined()

  const now = new Date(clock.now()).toISOString()
  const signing = (await storedKeys()).filter(({ signs_until }) => signs_until > now)
  expect(signing).toHaveLength(1)
  expect(lost.map(({ kid }) => kid)).not.toContain(signing[0]?.kid)
  const [told] = await db
    .selectFrom('audit_event')
    .select(['target_id', 'reason'])
    .where('action', '=', 'signing-key.rotate')
    .orderBy('sequence', 'desc')
    .limit(1)
    .execute()
  expect(told).toEqual({ target_id: signing[0]?.kid, reason: 'the key that sealed the ones before is lost' })

  // The next rotation works as usual, although the lost keys are still accepted.
  await expect(ring().rotate(clock.now())).resolves.toBeDefined()
})
