import { checkCustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { beforeAll, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { startDnsServer } from '../../../test/far-ends/dns'
import { onCleanup } from '../../../test/on-cleanup'
import { worldWithMail } from '../../../test/world-with-mail'
import { checkDomainsJob } from './check-domains-daily'

const dns = await startDnsServer()
onCleanup(dns.close)
const { as, db, clock, platform, mailsTo, untilIdle } = await worldWithMail({ dnsServers: [dns.address] })
const day = 86_400_000
const customer = customerId('vvsteknik')
const asa = 'asa@vvsteknik.example'

beforeAll(() => clock.freeze())

const run = async () => {
  const job = { id: '018cc251-f400-7000-8000-00000000000b', attempt: 1, customer: null }
  await checkDomainsJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
  await untilIdle()
}
const nextDay = async () => {
  clock.advance(day)
  await run()
}
const findDomain = (id: string) => as('asa').get(customerDomains, id)
const subjects = () => mailsTo(asa).map(({ subject }) => subject)

/** Adds a domain verified by Åsa. */
async function proved(domain: string) {
  const added = await as('asa').post(customerDomains, { domain, customer })
  dns.answers.set(domain, [String(added.txtRecord)])
  await as('asa').call(checkCustomerDomain, { parameters: { id: added.id } })
  return added
}

test('a proved domain is looked for once a day, and nothing is told while its record stands', async () => {
  const { id } = await proved('stands.example')
  const queryCount = () => dns.queries.filter((name) => name === 'stands.example').length
  await run()
  expect(queryCount()).toBe(1)
  await nextDay()
  await run()
  expect(queryCount()).toBe(2)
  expect(await findDomain(id)).toMatchObject({ state: 'verified', missedDays: 0 })
  expect(subjects()).toEqual([])
})

test('fourteen days in a row without the record lose it, with warnings on the first, seventh and thirteenth, and in the language of each', async () => {
  const { id, txtRecord } = await proved('lost.example')
  await db.updateTable('app_user').set({ language: 'sv' }).where('id', '=', personId(asa)).execute()
  dns.answers.delete('lost.example')
  const warnings: number[] = []
  for (let missed = 1; missed <= 14; missed++) {
    const before = subjects().length
    await nextDay()
    if (subjects().length > before) warnings.push(missed)
    expect(await findDomain(id)).toMatchObject({ missedDays: missed, state: missed < 14 ? 'verified' : 'lost' })
  }
  expect(warnings).toEqual([1, 7, 13, 14])
  expect(mailsTo(asa)[0]?.text).toContain(String(txtRecord))
  expect(mailsTo(asa)[0]?.text).toContain('katalogimport')
  expect(mailsTo(asa)[0]?.links.map(({ pathname, search }) => pathname + search)).toContain(
    `/security?customer=${customer}`,
  )
  const trail = db.selectFrom('audit_event').select('action').where('target_id', '=', id).orderBy('sequence')
  expect((await trail.execute()).map(({ action }) => action)).toEqual([
    'customer-domains.create',
    'customer-domains.verify',
    ...Array.from({ length: 13 }, () => 'customer-domains.miss'),
    'customer-domains.lose',
  ])
  // It is not checked any more unless requested.
  const before = dns.queries.length
  await nextDay()
  expect(dns.queries.slice(before)).not.toContain('lost.example')
})

test('one day with the record begins the count anew', async () => {
  const { id, txtRecord } = await proved('comes-and-goes.example')
  dns.answers.delete('comes-and-goes.example')
  for (let missed = 1; missed <= 13; missed++) await nextDay()
  expect(await findDomain(id)).toMatchObject({ missedDays: 13 })
  dns.answers.set('comes-and-goes.example', [String(txtRecord)])
  await nextDay()
  expect(await findDomain(id)).toMatchObject({ state: 'verified', missedDays: 0 })
  dns.answers.delete('comes-and-goes.example')
  await nextDay()
  expect(await findDomain(id)).toMatchObject({ state: 'verified', missedDays: 1 })
})

test('DNS that does not answer is asked again an hour later, and is no day without the record', async () => {
  const { id, txtRecord } = await proved('quiet.example')
  dns.answers.set('quiet.example', 'fails')
  for (let days = 1; days <= 20; days++) await nextDay()
  expect(await findDomain(id)).toMatchObject({ state: 'verified', missedDays: 0 })
  const queryCount = () => dns.queries.filter((name) => name === 'quiet.example').length
  const before = queryCount()
  await run()
  expect(queryCount()).toBe(before)
  dns.answers.set('quiet.example', [String(txtRecord)])
  clock.advance(3_600_000)
  await run()
  expect(queryCount()).toBe(before + 1)
})

test('what staff bound has no record: it is never looked for, and never lost', async () => {
  const { id } = await as('staff').post(customerDomains, { domain: 'vouched.example', customer })
  for (let days = 1; days <= 15; days++) await nextDay()
  expect(dns.queries).not.toContain('vouched.example')
  expect(await findDomain(id)).toMatchObject({ state: 'verified', missedDays: 0 })
})

test('a day is counted once, also when two servers look at the same time', async () => {
  const { id } = await proved('twice.example')
  dns.answers.delete('twice.example')
  clock.advance(day)
  await Promise.all([run(), run()])
  expect(await findDomain(id)).toMatchObject({ missedDays: 1 })
})
