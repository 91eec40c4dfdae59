import { checkCustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { beforeEach, expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { startDnsServer, unreachableDns } from '../../../test/far-ends/dns'
import { onCleanup } from '../../../test/on-cleanup'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { checkDomainRoute, customerDomainRoutes } from './domains.routes'

const { db } = await testDatabase()
const { people, customers } = await twoCustomers(db)
const dns = await startDnsServer()
onCleanup(dns.close)
const parts = { db, people, resources: [customerDomainRoutes], routes: [checkDomainRoute] }
const app = await testApp({ ...parts, configuration: { dnsServers: [dns.address] } })
const as = (name: string) => apiClient(app, async () => name)
const { nord, sor } = customers
const add = (domain: string, customer = nord) =>
  as(customer === nord ? 'kari' : 'lars').post(customerDomains, { domain, customer })
const check = (id: string, name = 'kari') => as(name).call(checkCustomerDomain, { parameters: { id } })
const trailOf = (id: string) =>
  db
    .selectFrom('audit_event')
    .select(['action', 'result', 'reason'])
    .where('target_id', '=', id)
    .orderBy('sequence')
    .execute()

beforeEach(() => {
  dns.answers.clear()
  dns.queries.length = 0
})

test('a domain is proved by its TXT record: verified at once, and the audit log says so', async () => {
  const { id, txtRecord, version } = await add('proved.example')
  dns.answers.set('proved.example', ['v=spf1 -all', String(txtRecord)])
  expect(await check(id)).toEqual({ outcome: 'found', state: 'verified', expected: txtRecord, found: [], others: 0 })
  const now = await as('kari').get(customerDomains, id)
  expect(now).toMatchObject({ state: 'verified', txtRecord, version: version + 1, checkedAt: expect.any(String) })
  expect(dns.queries).toEqual(['proved.example'])
  expect((await trailOf(id)).map(({ action }) => action)).toEqual([
    'customer-domains.create',
    'customer-domains.verify',
  ])
  // Repeating the check is idempotent.
  expect(await check(id, 'stig')).toMatchObject({ outcome: 'found', state: 'verified' })
})

test('a record that came in parts, or with room around it, is one record', async () => {
  const { id, txtRecord } = await add('parts.example')
  const record = String(txtRecord)
  dns.answers.set('parts.example', [[record.slice(0, 20), record.slice(20), ' ']])
  expect(await check(id)).toMatchObject({ outcome: 'found', state: 'verified' })
})

test('what is found instead is told, what is meant for others is counted, and the domain goes on waiting', async () => {
  const { id, txtRecord } = await add('wrong.example')
  dns.answers.set('wrong.example', ['v=spf1 -all', 'lintel-verification=0000', `"${txtRecord}"`, 'ms=ms123'])
  expect(await check(id)).toEqual({
    outcome: 'absent',
    state: 'pending',
    expected: txtRecord,
    found: ['lintel-verification=0000', `"${txtRecord}"`],
    others: 2,
  })
  expect(await as('kari').get(customerDomains, id)).toMatchObject({ state: 'pending', checkedAt: expect.any(String) })
  expect((await trailOf(id)).at(-1)).toEqual({
    action: 'customer-domains.check',
    result: 'failure',
    reason: 'recordAbsent',
  })
})

test.each([
  ['a name that does not exist', 'no such name' as const],
  ['a name without TXT records', []],
])('%s has no record: that is said, and nothing was found', async (_case, answer) => {
  const domain = answer === 'no such name' ? 'nowhere.example' : 'bare.example'
  const { id } = await add(domain)
  dns.answers.set(domain, answer)
  expect(await check(id)).toMatchObject({ outcome: 'absent', state: 'pending', found: [], others: 0 })
})

test.each(['fails', 'says nothing'] as const)(
  'DNS that %s says nothing about the domain, and changes nothing',
  async (answer) => {
    const domain = answer === 'fails' ? 'failing.example' : 'silent.example'
    const { id, version } = await add(domain)
    dns.answers.set(domain, answer)
    expect(await check(id)).toMatchObject({ outcome: 'unanswered', state: 'pending' })
    expect(await as('kari').get(customerDomains, id)).toMatchObject({ version, checkedAt: null })
    expect(await trailOf(id)).toHaveLength(1)
  },
)

test('where no DNS server is to be reached, that is no word about the domain either', async () => {
  const alone = await testApp({ ...parts, configuration: { dnsServers: unreachableDns } })
  const { id } = await add('unreached.example')
  const asked = apiClient(alone, async () => 'kari').call(checkCustomerDomain, { parameters: { id } })
  expect(await asked).toMatchObject({ outcome: 'unanswered', state: 'pending' })
})

test('a domain of another customer is not there to be checked, and who administers nothing may not ask', async () => {
  const { id, txtRecord } = await add('mine.example')
  dns.answers.set('mine.example', [String(txtRecord)])
  await expect(check(id, 'lars')).rejects.toMatchObject({ status: 404 })
  for (const name of ['mei', 'api', 'gus', 'tom']) await expect(check(id, name)).rejects.toMatchObject({ status: 403 })
  await expect(check('no-id')).rejects.toMatchObject({ status: 404 })
  expect(dns.queries).toEqual([])
  expect(await check(id, 'stig')).toMatchObject({ outcome: 'found' })
})

test('another customer’s record proves nothing', async () => {
  const own = await add('copied.example')
  const theirs = await add('copied.example', sor)
  dns.answers.set('copied.example', [String(theirs.txtRecord)])
  expect(await check(own.id)).toMatchObject({ outcome: 'absent', state: 'pending' })
})

test('two customers that wait for the same domain: whoever proves it first has it, also when both prove it at once', async () => {
  const own = await add('raced.example')
  const theirs = await add('raced.example', sor)
  dns.answers.set('raced.example', [String(own.txtRecord), String(theirs.txtRecord)])
  const race = await Promise.allSettled([check(own.id), check(theirs.id, 'lars')])
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of race)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409, code: 'domainTaken' })
  const states = [await as('kari').get(customerDomains, own.id), await as('lars').get(customerDomains, theirs.id)]
  expect(states.map(({ state }) => state).sort()).toEqual(['pending', 'verified'])
})

test('a domain that staff bound has no record to look for', async () => {
  const { id } = await as('stig').post(customerDomains, { domain: 'vouched.example', customer: nord })
  await expect(check(id)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(dns.queries).toEqual([])
})

test('a lost domain is verified again by its record, unless it is another customer’s by now', async () => {
  const lost = await add('returned.example')
  const gone = await add('passed-on.example')
  await db
    .updateTable('customer_domain')
    .set({ state: 'lost', missed_days: 14 })
    .where('id', 'in', [lost.id, gone.id])
    .execute()
  await as('stig').post(customerDomains, { domain: 'passed-on.example', customer: sor })
  dns.answers.set('returned.example', [String(lost.txtRecord)])
  dns.answers.set('passed-on.example', [String(gone.txtRecord)])
  expect(await check(lost.id)).toMatchObject({ outcome: 'found', state: 'verified' })
  expect(await as('kari').get(customerDomains, lost.id)).toMatchObject({ state: 'verified', missedDays: 0 })
  await expect(check(gone.id)).rejects.toMatchObject({ status: 409, code: 'domainTaken' })
})
