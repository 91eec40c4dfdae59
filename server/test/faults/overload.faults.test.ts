import { listAddress } from '@lintel/contract/jsonapi/query'
import { organizations } from '@lintel/contract/people/organizations'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { readyServer } from './installation'
import { logIn, signInTo } from './server-client'

const numbers = Array.from({ length: 300 }, (_, number) => number)

const server = await readyServer()

test('K8: more sign-ins at once than can be hashed are turned away with 503 and a time to come back, and the server lives on', async () => {
  // A different username for each, so that the overload protection responds and not the guessing protection.
  const answers = await Promise.all(numbers.map((number) => logIn(server.origin, `person${number}@nowhere.example`)))
  const turnedAway = answers.filter(({ status }) => status === 503)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const { headers } of turnedAway) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await logIn(server.origin, 'mei@nordbygg.example')).status).toBe(200)
})

test('K8: more lists at once than the database takes are answered or turned away, and the server lives on', async () => {
  const mei = await signInTo(server.origin, 'mei@nordbygg.example')
  const answers = await Promise.all(numbers.map(() => mei.get(projectLinks.path)))
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect((await mei.get(projectLinks.path)).status).toBe(200)
})

test('G8: of ten creations of one name at the same moment one succeeds and nine are told that it is taken', async () => {
  const anna = await signInTo(server.origin, 'anna@nordbygg.example')
  const create = () =>
    anna.create(organizations, {
      attributes: { name: 'Ten at once AS' },
      relationships: { customer: { data: { type: 'customers', id: customerId('nordbygg') } } },
    })
  const answers = await Promise.all(numbers.slice(0, 10).map(create))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  for (const { status, body } of answers) if (status === 409) expect(body.errors[0].code).toBe('organizationNameTaken')
  const { body } = await anna.get(
    listAddress(organizations, { filter: { customer: customerId('nordbygg'), q: 'Ten at once' } }),
  )
  expect(body.data).toHaveLength(1)
})
