import { projectMembers } from '@lintel/contract/people/members'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { browser } from '../../../test/browser'
import { runningProjectOf } from '../../../test/running-project'
import { worldWithMail } from '../../../test/world-with-mail'

const unlimited = { calls: 100_000, seconds: 60 }
const { app, as, db, clock, mailsTo, nextMailTo, untilIdle } = await worldWithMail({
  rates: { general: unlimited, signIn: unlimited, resetRequest: unlimited },
})
const path = '/reset-password'
const start = (who: string, email: string) =>
  as(who).inject({ method: 'POST', url: `/mgw/api/v3/users/${email}/password-reset` })
const outcome = async (answer: ReturnType<typeof start>) => {
  const { statusCode, body } = await answer
  return [statusCode, body === '{}' ? body : JSON.parse(body).errors[0].code]
}
const started = [202, '{}']
const lastAuditEvent = (email: string) =>
  db
    .selectFrom('audit_event')
    .innerJoin('customer', 'customer.id', 'audit_event.tenant_id')
    .select(['actor_email as by', 'result', 'reason', 'customer.name as trail'])
    .where('action', '=', 'password.reset-start')
    .where('target_id', '=', email)
    .orderBy('occurred_at')
    .orderBy('sequence')
    .execute()

describe('A6: a new password that somebody else starts', () => {
  test('A6: goes to the person by mail; who started it neither chooses nor sees it, and the old one stays until then', async () => {
    const email = 'mei@nordbygg.example'
    expect(await outcome(start('astrid', email))).toEqual(started)
    const code = (await nextMailTo(email, 0, path)).links[0]?.searchParams.get('code') ?? ''
    expect(mailsTo('astrid@nordbygg.example')).toEqual([])
    const login = (password: string) => browser(app).post('/auth/v1/login', { username: email, password })
    expect((await login(demoPassword)).statusCode).toBe(200)
    const newPassword = 'purple crane lifts seven beams'
    const body = { code, username: email, newPassword }
    expect((await browser(app).post('/auth/v1/change-password/confirm', body)).statusCode).toBe(204)
    expect((await login(newPassword)).statusCode).toBe(200)
  })

  test('A6: by an administrator of a customer that the person has to do with, in the trail of that customer', async () => {
    // Home customer is another one; member of a project of Nordbygg.
    expect(await outcome(start('astrid', 'claire@atelierdb.example'))).toEqual(started)
    expect(await lastAuditEvent('claire@atelierdb.example')).toEqual([
      { by: 'astrid@nordbygg.example', result: 'success', reason: null, trail: 'Nordbygg AS' },
    ])
    await nextMailTo('claire@atelierdb.example', 0, path)
    expect(await outcome(start('staff', 'lena@nordbygg.example'))).toEqual(started)
    await nextMailTo('lena@nordbygg.example', 0, path)
  })

  test('A6: not by others, nor for staff, nor for who signs in at a provider only or was shut out', async () => {
    expect(await outcome(start('kari', 'mei@nordbygg.example'))).toEqual([403, 'forbidden'])
    expect(await outcome(start('gro', 'lena@nordbygg.example'))).toEqual([404, 'notFound'])
    expect(await outcome(start('astrid', 'staff@lintel.example'))).toEqual([404, 'notFound'])
    expect(await outcome(start('staff', 'nobody@nowhere.example'))).toEqual([404, 'notFound'])
    expect(await outcome(start('staff', 'greta@nordbygg.example'))).toEqual([404, 'notFound'])
    expect(await outcome(start('astrid', 'per@nordbygg.example'))).toEqual([409, 'noPasswordUsed'])
    expect(await outcome(start('staff', 'runar@stalbygg.example'))).toEqual([409, 'noPasswordUsed'])
    await untilIdle()
    for (const email of ['staff@lintel.example', 'per@nordbygg.example', 'runar@stalbygg.example'])
      expect(mailsTo(email)).toEqual([])
    expect(await lastAuditEvent('per@nordbygg.example')).toMatchObject([
      { result: 'failure', reason: 'noPasswordUsed' },
    ])
  })

  test('G4: of who has not accepted at the customer nothing is told: neither whether they may sign in, nor how often they were mailed', async () => {
    const [disabled, mailed, unknown] = ['per@nordbygg.example', 'anna@nordbygg.example', 'nobody-yet@corp.example']
    const project = await runningProjectOf(db, 'Fjellbane Infra AS')
    const added = [disabled, mailed, unknown]
    const add = (user: string) => as('gro').post(projectMembers, { project, user, privilegeLevel: 10, providers: [] })
    for (const user of added) await add(user)
    for (const sent of [0, 1, 2]) {
      await start('staff', mailed)
      await nextMailTo(mailed, sent, path)
    }
    expect(await outcome(start('staff', mailed))).toEqual([429, 'tooManyRequests'])
    for (const user of added) expect([user, await outcome(start('gro', user))]).toEqual([user, started])
    await untilIdle()
    expect([mailsTo(disabled, path), mailsTo(mailed, path).length]).toEqual([[], 3])
    await nextMailTo(unknown, 0, path)
    for (const user of added) {
      expect((await lastAuditEvent(user)).at(-1)).toEqual({
        ...{ by: 'gro@fjellbane.example', result: 'success', reason: null, trail: 'Fjellbane Infra AS' },
      })
    }
    const accepting = db.updateTable('customer_person').set({ is_accepted: true })
    await accepting.where('email', '=', disabled).where('customer_id', '=', customerId('fjellbane')).execute()
    expect(await outcome(start('gro', disabled))).toEqual([409, 'noPasswordUsed'])
  })

  test('F2, B3: three mails in an hour, beside those that anybody may ask for', async () => {
    const email = 'ola@nordbygg.example'
    const request = () => browser(app).post('/auth/v1/change-password/request', { username: email })
    for (const sent of [0, 1, 2]) {
      await request()
      await nextMailTo(email, sent, path)
    }
    await request()
    await untilIdle()
    expect(mailsTo(email, path)).toHaveLength(3)
    for (const sent of [3, 4, 5]) {
      expect(await outcome(start(sent === 4 ? 'staff' : 'astrid', email))).toEqual(started)
      await nextMailTo(email, sent, path)
    }
    const refused = await start('astrid', email)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect((await lastAuditEvent(email)).at(-1)).toMatchObject({ result: 'failure', reason: 'tooOften' })
    clock.advance(3_600_001)
    // Resets started by administrators do not reduce what the person may request.
    for (const sent of [6, 7, 8]) {
      expect(await outcome(start('astrid', email))).toEqual(started)
      await nextMailTo(email, sent, path)
    }
    await request()
    await nextMailTo(email, 9, path)
  })

  test('F1: the code of an earlier mail is over with the next', async () => {
    const email = 'jonas@nordbygg.example'
    await start('astrid', email)
    const earlier = (await nextMailTo(email, 0, path)).links[0]?.searchParams.get('code')
    await start('astrid', email)
    await nextMailTo(email, 1, path)
    const body = { code: earlier, username: email, newPassword: 'purple crane lifts seven beams' }
    expect((await browser(app).post('/auth/v1/change-password/confirm', body)).json().code).toBe('invalidCode')
  })
})

describe('a provider that no longer lets somebody in', () => {
  const email = 'runar@stalbygg.example'
  const provider = () => db.updateTable('sso_provider').where('id', '=', 'stalbyggost')
  const person = () => db.updateTable('app_user').where('email', '=', email)
  const customer = () => db.updateTable('customer').where('name', '=', 'Stålbygg Øst AS')
  /** What blocks the account, and how to undo it. */
  const reasons = [
    [
      'is switched off',
      () => provider().set({ is_disabled: true }).execute(),
      () => provider().set({ is_disabled: false }).execute(),
    ],
    [
      'has another issuer',
      () => provider().set({ issuer: 'https://other.stalbygg.example' }).execute(),
      () => provider().set({ issuer: 'https://sso.stalbygg.example' }).execute(),
    ],
    [
      'is no login method of the customer any more',
      () =>
        customer()
          .set({ providers: ['COGNITO_MFA'] })
          .execute(),
      () =>
        customer()
          .set({ providers: ['stalbyggost', 'COGNITO_MFA'] })
          .execute(),
    ],
    [
      'may not sign in staff, whom somebody made them',
      () => person().set({ role: 'rendra_staff' }).execute(),
      () => person().set({ role: null }).execute(),
    ],
  ] as const
  const request = () => browser(app).post('/auth/v1/change-password/request', { username: email })

  beforeAll(async () => {
    // The customer decides: neither the person nor a project has login methods of its own.
    await person().set({ allowed_providers: [] }).execute()
    await db.updateTable('project_member').set({ providers: [] }).execute()
  })

  test.each(reasons)('leaves a new password by mail: one that %s', async (_, shut, open) => {
    expect(await outcome(start('staff', email))).toEqual([409, 'noPasswordUsed'])
    await request()
    await untilIdle()
    const before = mailsTo(email).length
    await shut()
    await request()
    await nextMailTo(email, before, path)
    expect(await outcome(start('staff', email))).toEqual(started)
    await nextMailTo(email, before + 1, path)
    await open()
    expect(await outcome(start('staff', email))).toEqual([409, 'noPasswordUsed'])
    clock.advance(3_600_001)
  })

  test('signs them in by that password, and the link to the provider stays', async () => {
    await provider().set({ is_disabled: true }).execute()
    const before = mailsTo(email).length
    await request()
    const code = (await nextMailTo(email, before, path)).links[0]?.searchParams.get('code')
    const newPassword = 'purple crane lifts seven beams'
    const confirm = { code, username: email, newPassword }
    expect((await browser(app).post('/auth/v1/change-password/confirm', confirm)).statusCode).toBe(204)
    const login = await browser(app).post('/auth/v1/login', { username: email, password: newPassword })
    expect(login.json()).toMatchObject({ result: 'SUCCESS' })
    const linked = db
      .selectFrom('app_user')
      .innerJoin('external_identity', 'external_identity.user_id', 'app_user.id')
      .select(['provider_id', 'externally_identified'])
      .where('app_user.email', '=', email)
    expect(await linked.execute()).toEqual([{ provider_id: 'stalbyggost', externally_identified: true }])
  })
})
