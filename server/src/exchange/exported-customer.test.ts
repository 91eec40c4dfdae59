import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { world } from '../../test/world'

const { as, db } = await world()
const staff = as('staff')
const nobody = '01890000-0000-7000-8000-00000000abcd'
const countEvents = async () => (await db.selectFrom('audit_event').select('id').execute()).length

/** Expects that an export of a customer that exists succeeds, and one of any other fails and records nothing. */
async function expectCustomer(
  ask: (customer: string) => Promise<LightMyRequestResponse>,
  failure: { status: number; error: object },
) {
  expect((await ask(customerId('nordbygg'))).statusCode).toBeLessThan(300)
  const events = await countEvents()
  for (const customer of ['abc', nobody]) {
    const answer = await ask(customer)
    const { error, errors } = answer.json<{ error?: object; errors?: object[] }>()
    expect([answer.statusCode, error ?? errors?.[0]], customer).toEqual([
      failure.status,
      expect.objectContaining(failure.error),
    ])
  }
  expect(await countEvents()).toBe(events)
  expect(await db.selectFrom('audit_chain').select('tenant_id').where('tenant_id', '=', nobody).execute()).toEqual([])
}

test.each([
  '/mgw/api/v1/project-stats?customer={customer}',
  '/mgw/api/v1/classifications/stats?customer={customer}',
  '/mgw/api/v1/users/export/json?customer={customer}',
  '/mgw/api/v1/users/export/xlsx?customer={customer}',
  '/odata/{customer}',
  '/odata/{customer}/$metadata',
  '/odata/{customer}/projects',
  '/odata/{customer}/projects/$count',
])('staff read %s of a customer that exists, and of no other', async (address) => {
  const ask = (customer: string) => staff.inject({ method: 'GET', url: address.replace('{customer}', customer) })
  await expectCustomer(ask, { status: 404, error: { code: 'notFound' } })
})

test.each([
  ['/mgw/api/v1/projects/export/csv', { columns: [{ id: 'name' }] }],
  ['/mgw/api/v1/topics/exports', { format: 'csv' }],
])('staff have %s write what a customer has that exists, and no other', async (url, body) => {
  const ask = (customer: string) =>
    staff.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ customer, ...body }),
    })
  const error = { code: 'unknownReference', source: { pointer: '/customer' } }
  await expectCustomer(ask, { status: 422, error })
})
