import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { browser } from '../../../test/browser'
import { interceptStatements } from '../../../test/intercept-statements'
import { secondFactors, statusAndCode } from '../../../test/second-factors'
import { world } from '../../../test/world'
import { retryWhenLocked } from '../../platform/advisory-locks'
import type { Transaction } from '../../platform/database'
import { lockAccount } from '../account.store'
import { endSignedIn } from './withdraw-access'

const opened = await world()
const { app, db, clock } = opened
const { untilLockWaiters } = interceptStatements(db)
const { login, signIn, setUp, startChallenge, verify, code } = secondFactors(opened)

type Step = (tx: Transaction) => Promise<unknown>

/**
 * Sends a request while a transaction is between two steps: the statement of the request waits for what the first has locked, and the
 * second waits for what that statement has locked. PostgreSQL aborts the one that has waited for a second, which is the statement.
 */
async function sendBetween<T>(
  first: Step,
  second: Step,
  statement: string,
  send: () => Promise<T>,
): Promise<T | undefined> {
  let sent: Promise<T> | undefined
  await retryWhenLocked(() =>
    db.transaction().execute(async (tx) => {
      await first(tx)
      if (!sent) {
        sent = send()
        await untilLockWaiters(statement)
      }
      await second(tx)
    }),
  )
  return sent
}

const sessionsOf = async (email: string) =>
  (await db.selectFrom('session').select('id').where('user_id', '=', personId(email)).execute()).length

/** Ends sessions in the order of a change of the person: the account first. */
const endingSessions = (email: string): [Step, Step] => [
  (tx) => lockAccount(tx, personId(email)),
  (tx) => endSignedIn({ db: tx, now: clock.now() }, personId(email), { reason: 'access-withdrawn' }),
]

test('a sign-in that PostgreSQL aborts because the former session is being ended is repeated', async () => {
  const email = 'mei@nordbygg.example'
  const page = browser(app)
  await signIn(email, { page })
  const before = await sessionsOf(email)
  const answer = await sendBetween(...endingSessions(email), 'session_open', () => login(page, email))
  expect(answer?.statusCode, answer?.body).toBe(200)
  expect(await sessionsOf(email)).toBe(before + 1)
})

test('so is one that is completed by a second factor, with the same code', async () => {
  const email = 'lena@nordbygg.example'
  const page = browser(app)
  const { secret } = await setUp(await signIn(email, { page }))
  const challenge = await startChallenge(page, email)
  const before = await sessionsOf(email)
  const answer = await sendBetween(...endingSessions(email), 'session_open', () =>
    verify(page, challenge, email, code(secret)),
  )
  expect(answer?.statusCode, answer?.body).toBe(200)
  expect(await sessionsOf(email)).toBe(before + 1)
})

test('so is the request for a second factor, while the password of the account is being locked', async () => {
  const email = 'jonas@nordbygg.example'
  const { secret } = await setUp(await signIn(email))
  const lock =
    (table: 'app_user' | 'password_credential', column: 'id' | 'user_id'): Step =>
    (tx) =>
      tx.selectFrom(table).select(column).where(column, '=', personId(email)).forUpdate().execute()
  const page = browser(app)
  const answer = await sendBetween(
    lock('app_user', 'id'),
    lock('password_credential', 'user_id'),
    'mfa_challenge',
    () => login(page, email),
  )
  expect(answer && statusAndCode(answer)).toEqual([401, 'CHALLENGE_REQUESTED'])
  expect((await verify(page, answer?.json().session, email, code(secret))).statusCode).toBe(200)
})
