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
import { captureStatements } from '../../../test/capture-statements'
import { world } from '../../../test/world'

const { as, db, clock } = await world()
const [nordbygg, harbour] = [customerId('nordbygg'), projectId('NB-2041')]
const astrid = as('astrid', { secondFactor: true })
await astrid.inject({ url: '/mgw/api/v3/features' })
// A stopped clock, so that caches do not expire.
clock.freeze()

/** The levels with a list of login methods that the session satisfies: customer, project and member; `[]` for none. */
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
  // One snapshot: four reads, the statements that begin, limit and end the transaction, and the planner setting for memberships.
  ['the access matrix', callAddress(readAccessMatrix, { customer: nordbygg }), 8],
  ['the audit log', listAddress(auditEvents, { filter: { customer: nordbygg }, page: { size: 5 } }), 2],
]

test.each(requests)('G10: asking for login methods adds no statement to %s', async (_, url, most) => {
  const countStatements = async () => {
    // Clears cached totals and sessions, as one second would.
    clock.advance(1_001)
    await astrid.inject({ url: '/mgw/api/v3/features' })
    let status = 0
    const statements = await captureStatements(async () => {
      status = (await astrid.inject({ url })).statusCode
    })
    expect(status).toBe(200)
    return statements.length
  }
  const without = await countStatements()
  await setLists(['COGNITO_MFA'])
  const withLists = await countStatements()
  await setLists([])
  expect({ without, withLists }).toEqual({ without: most, withLists: most })
})
