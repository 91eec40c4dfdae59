import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import type { ApiClient } from '../../../test/api-client'
import { world } from '../../../test/world'

const { db, as } = await world()
const [nordbygg, harbour] = [customerId('nordbygg'), projectId('NB-2041')]
const setMethods = (providers: string[]) =>
  db.updateTable('project').set({ providers }).where('id', '=', harbour).execute()
afterEach(() => setMethods([]))

/** Number of projects omitted from the JSON and from the grid, and whether each includes the harbour project. */
async function exported(person: ApiClient) {
  const json = await person.call(exportUsersJson, { query: { customer: nordbygg } })
  const matrix = await person.call(readAccessMatrix, { parameters: { customer: nordbygg } })
  return {
    omitted: [json.omittedProjects, matrix.omittedProjects],
    has: [
      json.data.some(({ memberships }) => memberships.some(({ project }) => project === harbour)),
      matrix.projects.some(({ id }) => id === harbour),
    ],
  }
}

/** The names of the sheets of a spreadsheet. */
async function sheets(person: ApiClient): Promise<number> {
  const url = callAddress(exportUsersSpreadsheet, undefined, { customer: nordbygg })
  const { rawPayload } = await person.inject({ method: 'GET', url })
  return rawPayload.toString('latin1').match(/xl\/worksheets\/sheet\d+\.xml/g)?.length ?? 0
}

test('G10: exports leave out what the login method does not open, and say how many projects that are', async () => {
  const [byPassword, byFactor] = [as('astrid'), as('astrid', { secondFactor: true })]
  // The demo has a project that requires a second factor.
  expect(await exported(byPassword)).toEqual({ omitted: [1, 1], has: [true, true] })
  expect(await exported(byFactor)).toEqual({ omitted: [0, 0], has: [true, true] })
  await setMethods(['COGNITO_MFA'])
  expect(await exported(byPassword)).toEqual({ omitted: [2, 2], has: [false, false] })
  expect(await exported(byFactor)).toEqual({ omitted: [0, 0], has: [true, true] })
})

test('G10: a spreadsheet that is not whole says so in a sheet of its own', async () => {
  const whole = await sheets(as('astrid', { secondFactor: true }))
  expect(whole).toBeGreaterThan(0)
  expect(await sheets(as('astrid'))).toBeGreaterThan(whole)
})
