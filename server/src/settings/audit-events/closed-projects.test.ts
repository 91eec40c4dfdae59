import { topics } from '@lintel/contract/content/topics'
import { workflows } from '@lintel/contract/content/workflows'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { anonymous } from '@lintel/contract/people/permissions'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'
import { appendAudit } from '../../platform/audit/audit'
import { tablesInProjects } from './closed-projects.store'

const { as, db, routes, clock } = await world()
const [customer, harbour, tower] = [customerId('nordbygg'), projectId('NB-2041'), projectId('NB-1987')]
const ways = { password: as('astrid'), 'second factor': as('astrid', { secondFactor: true }) }
const setMethods = async (providers: string[]) => {
  await db.updateTable('project').set({ providers }).where('id', '=', harbour).execute()
  clock.advance(1_001)
}
const eventsOf = (target: string, way: keyof typeof ways = 'password') =>
  ways[way].list(auditEvents, { filter: { customer, target } })
const actionsOf = async (target: string, way?: keyof typeof ways) =>
  (await eventsOf(target, way)).map(({ action }) => action)

/** Creates and changes a topic of the project; the event of the change names no project. */
async function changeTopic(project: string) {
  const states = [{ name: 'Open', kind: 'open' as const }]
  const workflow = { project, name: `Defects of ${project}`, color: '#1c7ed6', states }
  const { id } = await ways.password.post(inProject(workflows, project), workflow as never)
  const draft = { project, workflow: id, title: 'Water in the shaft', state: 'Open' }
  const topic = await ways.password.post(inProject(topics, project), draft as never)
  await ways.password.patch(inProject(topics, project), topic.id, { title: 'More water in the shaft' })
  return topic.id
}

test('G10: what happened to the content of a project that the login method closes is in no audit log', async () => {
  const [closed, open] = [await changeTopic(harbour), await changeTopic(tower)]
  const [widget] = await ways.password.list(dashboardWidgets, { filter: { project: harbour } })
  await ways.password.patch(dashboardWidgets, widget?.id ?? '', { size: [2, 2] })
  const happened = ['topics.update', 'topics.create']
  expect(await actionsOf(closed)).toEqual(happened)
  expect(await actionsOf(widget?.id ?? '')).toEqual(['dashboard-widgets.update'])
  await setMethods(['COGNITO_MFA'])
  expect([await actionsOf(closed), await actionsOf(widget?.id ?? '')]).toEqual([[], []])
  expect(await actionsOf(closed, 'second factor')).toEqual(happened)
  const [event] = await eventsOf(closed, 'second factor')
  await expect(ways.password.get(auditEvents, event?.id ?? '')).rejects.toMatchObject({ status: 404 })
  expect(await actionsOf(open)).toEqual(happened)
  await setMethods([])
  expect(await actionsOf(closed)).toEqual(happened)
})

/** Records events of the customer about new targets of this type; returns the ids of the targets. */
async function record(type: string, ...details: { id?: string; before?: unknown; after?: unknown }[]) {
  const targets = details.map(({ id = uuidv7() }) => id)
  const events = details.map((detail, at) => ({
    ...{ action: `${type}.update`, customer, target: { type, id: targets[at] ?? '' } },
    ...detail,
  }))
  const origin = { actor: anonymous, requestId: 'test', ip: null, userAgent: null, now: clock.now() }
  await db.transaction().execute((transaction) => appendAudit(transaction, events, origin))
  return targets
}
const shown = async (targets: readonly string[]) =>
  (await Promise.all(targets.map((target) => actionsOf(target)))).map((actions) => actions.length)

test('G10: nor is an event that names such a project anywhere, or whose record is gone before its project was known', async () => {
  await setMethods(['COGNITO_MFA'])
  const keeping = (project: string) => ({ after: { kept: [{ email: 'mei@nordbygg.example', project }] } })
  expect(await shown(await record('directory-groups', keeping(tower), keeping(harbour)))).toEqual([1, 0])
  const removed = (project: string) => ({ before: { title: 'Dry again', project } })
  expect(await shown(await record('topics', removed(tower), removed(harbour)))).toEqual([1, 0])
  expect(await shown(await record('topics', { after: { title: 'Gone' } }, { id: 'no-id', after: {} }))).toEqual([0, 0])
  expect(await shown(await record('projects', { id: tower.toUpperCase() }, { id: harbour.toUpperCase() }))).toEqual([
    1, 0,
  ])
  await setMethods([])
})

test('every resource whose records belong to a project is one whose events are left out with it', () => {
  const changed = routes.flatMap(({ subject, method }) =>
    subject.kind === 'resource' && method !== 'GET' && subject.resource.relations.project?.to === 'projects'
      ? [subject.resource.type]
      : [],
  )
  // Events of change sets record no more than their kind, state and counts.
  const resolved = [...Object.keys(tablesInProjects), projectMembers.type, changeSets.type]
  expect([...new Set(changed)].toSorted()).toEqual(resolved.toSorted())
})
