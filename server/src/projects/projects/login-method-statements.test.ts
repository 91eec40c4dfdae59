import { callAddress } from '@lintel/contract/jsonapi/call'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { projectMembers } from '@lintel/contract/people/members'
import { readHome } from '@lintel/contract/projects/home'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { statementsOf } from '../../../test/statements'
import { world } from '../../../test/world'

const { as, db, clock } = await world()
const [nordbygg, harbour] = [customerId('nordbygg'), projectId('NB-2041')]
const astrid = as('astrid', { secondFactor: true })
await astrid.inject({ url: '/mgw/api/v3/features' })
// Nothing is remembered longer than a moment that does not pass.
clock.stand()

/** The lists of login methods of customer, project and member that the session satisfies; `[]` for none anywhere. */
async function setLists(providers: string[]): Promise<void> {
  await db.updateTable('customer').set({ providers }).where('id', '=', nordbygg).execute()
  await db.updateTable('project').set({ providers }).where('id', '=', harbour).execute()
  await db
    .updateTable('project_member')
    .set({ providers })
    .where('project_id', '=', harbour)
    .where('user_id', '=', personId('ola@nordbygg.example'))
    .execute()
}

const requests: [string, string, number][] = [
  ['a project', address(projects, harbour), 1],
  ['its figures', address(projectStats, harbour), 1],
  ['its link', address(projectLinks, harbour), 1],
  ['the list of projects', listAddress(projects, { filter: { customer: nordbygg }, page: { size: 5 } }), 2],
  ['the list of links', listAddress(projectLinks, { page: { size: 5 } }), 2],
  ['members of a project', listAddress(projectMembers, { filter: { project: harbour }, page: { size: 5 } }), 2],
  ['members of a customer', listAddress(projectMembers, { filter: { customer: nordbygg }, page: { size: 5 } }), 2],
  ['home', callAddress(readHome), 3],
  // One snapshot: four that read, and the beginning, the limits and the end of a transaction, and how memberships are planned.
  ['the access matrix', callAddress(readAccessMatrix, { customer: nordbygg }), 8],
  ['the audit log', listAddress(auditEvents, { filter: { customer: nordbygg }, page: { size: 5 } }), 2],
]

test.each(requests)('G10: asking for login methods adds no statement to %s', async (_, url, most) => {
  const taken = async () => {
    // Totals and what is known of sessions are forgotten by it, as by a second that passes.
    clock.pass(1_001)
    await astrid.inject({ url: '/mgw/api/v3/features' })
    let status = 0
    const statements = await statementsOf(async () => {
      status = (await astrid.inject({ url })).statusCode
    })
    expect(status).toBe(200)
    return statements.length
  }
  const without = await taken()
  await setLists(['COGNITO_MFA'])
  const withLists = await taken()
  await setLists([])
  expect({ without, withLists }).toEqual({ without: most, withLists: most })
})
