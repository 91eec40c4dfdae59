import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { worldWithMail } from '../../../test/world-with-mail'

const unhurried = { calls: 100_000, seconds: 60 }
const { app, as, db, clock, mailsTo, nextMailTo, settled } = await worldWithMail({
  rates: { general: unhurried, signIn: unhurried, resetRequest: unhurried },
})
const path = '/reset-password'
const start = (who: string, email: string) =>
  as(who).inject({ method: 'POST', url: `/mgw/api/v3/users/${email}/password-reset` })
const outcome = async (answer: ReturnType<typeof start>) => {
  const { statusCode, body } = await answer
  return [statusCode, body === '{}' ? body : JSON.parse(body).errors[0].code]
}
const started = [202, '{}']
const told = (email: string) =>
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
    const { text, links } = await nextMailTo(email, 0, path)
    const code = links[0]?.searchParams.get('code') ?? ''
    expect(text).toContain(`${code.slice(0, 5)}-${code.slice(5)}`)
    expect(mailsTo('astrid@nordbygg.example')).toEqual([])
    const login = (password: string) => browser(app).post('/auth/v1/login', { username: email, password })
    expect((await login(demoPassword)).statusCode).toBe(200)
    const newPassword = 'purple crane lifts seven beams'
    const body = { code, username: email, newPassword }
    expect((await browser(app).post('/auth/v1/change-password/confirm', body)).statusCode).toBe(204)
    expect((await login(newPassword)).statusCode).toBe(200)
  })

  test('A6: by an administrator of a customer that the person has to do with, in the trail of that customer', async () => {
    // At home elsewhere, and a member of a project of Nordbygg.
    expect(await outcome(start('astrid', 'claire@atelierdb.example'))).toEqual(started)
    expect(await told('claire@atelierdb.example')).toEqual([
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
    await settled()
    for (const email of ['staff@lintel.example', 'per@nordbygg.example', 'runar@stalbygg.example'])
      expect(mailsTo(email)).toEqual([])
    expect(await told('per@nordbygg.example')).toMatchObject([{ result: 'failure', reason: 'noPasswordUsed' }])
  })

  test('F2: three mails in an hour, whoever asks for them', async () => {
    const email = 'ola@nordbygg.example'
    for (const sent of [0, 1]) {
      expect(await outcome(start('astrid', email))).toEqual(started)
      await nextMailTo(email, sent, path)
    }
    await browser(app).post('/auth/v1/change-password/request', { username: email })
    await nextMailTo(email, 2, path)
    const refused = await start('astrid', email)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect((await told(email)).at(-1)).toMatchObject({ result: 'failure', reason: 'tooOften' })
    clock.pass(3_600_001)
    expect(await outcome(start('astrid', email))).toEqual(started)
    await nextMailTo(email, 3, path)
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
