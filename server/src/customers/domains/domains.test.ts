import { customerDomains } from '@lintel/contract/customers/domains'
import { expect, test } from 'vitest'
import { apiClient, type RequestError } from '../../../test/api-client'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { customerDomainRoutes } from './domains.routes'

const { db } = await testDatabase()
const { people, customers } = await twoCustomers(db)
const app = await testApp({ db, people, resources: [customerDomainRoutes] })
const as = (name: string) => apiClient(app, async () => name)
const { nord, sor } = customers
const bind = (domain: string, customer: string) => as('stig').post(customerDomains, { domain, customer })
const taken = { status: 409, code: 'domainTaken', source: { pointer: '/data/attributes/domain' } }

test('staff bind a domain to a customer, verified at once, in the form that addresses have', async () => {
  const bound = await bind(' Blåbygg.Example ', nord)
  expect(bound).toMatchObject({ domain: 'xn--blbygg-jua.example', customer: nord, state: 'verified', txtRecord: null })
  expect(await as('stig').list(customerDomains, { filter: { domain: 'XN--BLBYGG-JUA.example' } })).toEqual([bound])
  const trail = db.selectFrom('audit_event').select(['action', 'tenant_id']).where('target_id', '=', bound.id)
  expect(await trail.execute()).toEqual([{ action: 'customer-domains.create', tenant_id: nord }])
})

test('a domain is verified for one customer at a time, whatever the case, also when ten ask at once', async () => {
  const own = await bind('alone.example', nord)
  await expect(bind('ALONE.example', sor)).rejects.toMatchObject(taken)
  await expect(bind('alone.example', nord)).rejects.toMatchObject(taken)
  await as('stig').remove(customerDomains, own.id)
  expect(await bind('alone.example', sor)).toMatchObject({ customer: sor })
  const race = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => bind('race.example', at % 2 ? nord : sor)),
  )
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of race) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken)
})

test('a domain that waits to be verified keeps nobody from verifying it', async () => {
  const row = { id: '018cc251-f400-7000-8000-000000000001', customer_id: sor, domain: 'waiting.example' }
  await db.insertInto('customer_domain').values(row).execute()
  expect(await bind('waiting.example', nord)).toMatchObject({ state: 'verified' })
  expect(await as('lars').get(customerDomains, row.id)).toMatchObject({ state: 'pending' })
})

test('a domain at which anybody may have a mailbox is nobody’s, and neither is what is no domain', async () => {
  const refused = (code: string) => ({ status: 422, code, source: { pointer: '/data/attributes/domain' } })
  await expect(bind('Gmail.com', nord)).rejects.toMatchObject(refused('publicMailDomain'))
  await expect(bind('someone@nord.example', nord)).rejects.toMatchObject(refused('invalid'))
  await expect(bind('nord.example', '018cc251-f400-7000-8000-0000000000ff')).rejects.toMatchObject({
    code: 'unknownReference',
  })
})

test('administrators read the domains of their own customer, and of no other', async () => {
  const { id } = await bind('reading.example', nord)
  expect((await as('kari').list(customerDomains, { filter: { customer: nord } })).map((bound) => bound.id)).toContain(
    id,
  )
  expect(await as('kari').get(customerDomains, id)).toMatchObject({ domain: 'reading.example' })
  await expect(as('kari').list(customerDomains, { filter: { customer: sor } })).rejects.toMatchObject({ status: 403 })
  for (const name of ['lars', 'mei', 'api', 'gus']) {
    await expect(as(name).get(customerDomains, id)).rejects.toMatchObject({ status: 404 })
  }
})

test('G7: neither domain nor customer nor state is changed afterwards, and an administrator binds nothing that counts before it is proved', async () => {
  const { id } = await bind('fixed.example', nord)
  const answer = await as('stig').inject({ method: 'PATCH', url: `${customerDomains.path}/${id}` })
  expect(answer.statusCode).toBe(405)
  const own = await as('kari').post(customerDomains, { domain: ' Mine.Example', customer: nord })
  expect(own).toMatchObject({ domain: 'mine.example', state: 'pending', missedDays: 0, checkedAt: null })
  for (const name of ['lars', 'mei', 'api', 'gus', 'tom']) {
    const draft = { domain: 'foreign.example', customer: nord }
    await expect(as(name).post(customerDomains, draft)).rejects.toMatchObject({ status: 403 })
    await expect(as(name).remove(customerDomains, id)).rejects.toMatchObject({ status: 404 })
  }
  expect(await as('stig').get(customerDomains, id)).toMatchObject({ domain: 'fixed.example', state: 'verified' })
})

test('an administrator binds a domain: it waits with a record of its own that nobody can guess, and the audit log tells of it', async () => {
  const own = await as('kari').post(customerDomains, { domain: 'Blåhus.example', customer: nord })
  expect(own).toMatchObject({ domain: 'xn--blhus-nra.example', customer: nord, state: 'pending' })
  expect(own.txtRecord).toMatch(/^lintel-verification=[0-9a-f]{40}$/)
  const other = await as('lars').post(customerDomains, { domain: 'blåhus.example', customer: sor })
  expect(other.state).toBe('pending')
  expect(other.txtRecord).not.toBe(own.txtRecord)
  await expect(as('kari').get(customerDomains, other.id)).rejects.toMatchObject({ status: 404 })
  const trail = db.selectFrom('audit_event').select(['action', 'tenant_id']).where('target_id', '=', own.id)
  expect(await trail.execute()).toEqual([{ action: 'customer-domains.create', tenant_id: nord }])
  const again = as('kari').post(customerDomains, { domain: 'BLÅHUS.example', customer: nord })
  await expect(again).rejects.toMatchObject(taken)
  const anybodys = as('kari').post(customerDomains, { domain: 'gmail.com', customer: nord })
  await expect(anybodys).rejects.toMatchObject({ code: 'publicMailDomain' })
})

test('a domain that is verified for another customer is refused without a word about whose it is', async () => {
  await bind('held.example', sor)
  const refused = await as('kari')
    .post(customerDomains, { domain: 'HELD.example', customer: nord })
    .catch((error: RequestError) => error)
  expect(refused).toMatchObject(taken)
  expect(JSON.stringify((refused as RequestError).problems)).not.toMatch(/Sør/i)
  expect(JSON.stringify((refused as RequestError).problems)).not.toContain(sor)
})

test('an administrator removes a domain of their customer, whoever bound it', async () => {
  const pending = await as('kari').post(customerDomains, { domain: 'leaving.example', customer: nord })
  const verified = await bind('given.example', nord)
  for (const { id } of [pending, verified]) {
    await expect(as('lars').remove(customerDomains, id)).rejects.toMatchObject({ status: 404 })
    await as('kari').remove(customerDomains, id)
    await expect(as('kari').get(customerDomains, id)).rejects.toMatchObject({ status: 404 })
  }
})

test('staff vouch for a domain that an administrator could not prove: it takes the place of the one that waits', async () => {
  const pending = await as('kari').post(customerDomains, { domain: 'helped.example', customer: nord })
  const verified = await bind('helped.example', nord)
  expect(verified).toMatchObject({ state: 'verified', txtRecord: null })
  await expect(as('kari').get(customerDomains, pending.id)).rejects.toMatchObject({ status: 404 })
  const trail = db.selectFrom('audit_event').select('action').where('target_id', '=', pending.id).orderBy('sequence')
  expect(await trail.execute()).toEqual([{ action: 'customer-domains.create' }, { action: 'customer-domains.remove' }])
})

test('a domain that staff release and bind again is as before where they vouched for it; no other comes back with its record', async () => {
  const stored = (domain: string) =>
    db
      .selectFrom('customer_domain')
      .select(['state', 'txt_record'])
      .where('customer_id', '=', nord)
      .where('domain', '=', domain)
      .execute()
  const vouched = await bind('vouched.example', nord)
  const before = await stored('vouched.example')
  await as('stig').remove(customerDomains, vouched.id)
  expect(await stored('vouched.example')).toEqual([])
  await bind('vouched.example', nord)
  expect(await stored('vouched.example')).toEqual(before)

  for (const state of ['pending', 'lost', 'verified']) {
    const domain = `${state}-released.example`
    const { id } = await as('kari').post(customerDomains, { domain, customer: nord })
    await db.updateTable('customer_domain').set({ state }).where('id', '=', id).execute()
    await as('stig').remove(customerDomains, id)
    expect(await stored(domain)).toEqual([])
    const own = await as('kari').post(customerDomains, { domain, customer: nord })
    expect(await stored(domain)).toEqual([{ state: 'pending', txt_record: own.txtRecord }])
  }
})

test('at most twenty domains of a customer are pending, also when several come at once; those of others and verified ones do not count', async () => {
  const pending = (customer: string) =>
    db.selectFrom('customer_domain').select('id').where('customer_id', '=', customer).where('state', '=', 'pending')
  await db.deleteFrom('customer_domain').execute()
  await bind('verified.example', nord)
  const ask = (at: number) => as('kari').post(customerDomains, { domain: `waits-${at}.example`, customer: nord })
  for (let at = 0; at < 18; at += 1) await ask(at)
  const race = await Promise.allSettled(Array.from({ length: 5 }, (_, at) => ask(100 + at)))
  const refused = {
    status: 409,
    code: 'tooManyPending',
    source: { pointer: '/data/attributes/domain' },
  }
  for (const outcome of race) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refused)
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await pending(nord).execute()).toHaveLength(20)
  // Domains added by staff are verified immediately, and another customer has its own limit of twenty.
  expect(await bind('by-staff.example', nord)).toMatchObject({ state: 'verified' })
  expect(await as('lars').post(customerDomains, { domain: 'waits-too.example', customer: sor })).toMatchObject({
    state: 'pending',
  })
  const one = await pending(nord).executeTakeFirstOrThrow()
  await as('kari').remove(customerDomains, one.id)
  expect(await ask(200)).toMatchObject({ state: 'pending' })
})
