import { customerDomains } from '@lintel/contract/customers/domains'
import { expect, test } from 'vitest'
import { serving } from '../../../test/serving'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { visitor } from '../../../test/visitor'
import { customerDomainRoutes } from './domains.routes'

const { db } = await testDatabase()
const { people, customers } = await twoCustomers(db)
const app = await serving({ db, people, resources: [customerDomainRoutes] })
const as = (name: string) => visitor(app, async () => name)
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

test('G7: neither domain nor customer nor state is changed afterwards, and administrators bind nothing', async () => {
  const { id } = await bind('fixed.example', nord)
  for (const name of ['kari', 'lars', 'mei']) {
    await expect(as(name).post(customerDomains, { domain: 'mine.example', customer: nord })).rejects.toMatchObject({
      status: 403,
    })
  }
  await expect(as('kari').remove(customerDomains, id)).rejects.toMatchObject({ status: 403 })
  const answer = await as('stig').inject({ method: 'PATCH', url: `${customerDomains.path}/${id}` })
  expect(answer.statusCode).toBe(405)
  expect(await as('stig').get(customerDomains, id)).toMatchObject({ domain: 'fixed.example', state: 'verified' })
})
