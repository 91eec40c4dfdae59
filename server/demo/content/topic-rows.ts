import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { customerId } from '../customers'
import { personId } from '../person-id'
import { spaceNames } from './building-rows'
import type { ContentContext } from './content-context'
import { contentId } from './content-ids'
import { workflowsOf } from './workflow-rows'
import type { WorkflowOutline } from './workflows'

/** Number of topics by the extent of a project. */
const counts = { site: 140, small: 4, library: 0, details: 0 }

const priorities = ['low', 'normal', 'normal', 'normal', 'high', 'critical'] as const
const labels = ['Concrete', 'Fire', 'Façade', 'Services', 'Handover']

/**
 * Topics over the last year, more of them towards the end: old ones are closed and recent ones mostly open, so that the
 * number of open topics rises slowly.
 */
export function topicRows(context: ContentContext): Insertable<DB['topic']>[] {
  const { project, extent, random } = context
  const span = Math.max(1, Math.min(project.age - 1, 364))
  const count = Math.ceil((counts[extent] * Math.min(span, 364)) / 364)
  return Array.from({ length: count }, (_, at) => {
    // Later topics are closer together.
    const age = Math.floor(span * (1 - Math.sqrt((at + random.whole(100) / 100) / count)))
    const workflow = random.chance(0.6) ? workflowsOf(context)[0] : random.pick(workflowsOf(context))
    if (!workflow) throw new Error(`${project.number} has no workflow for its topics`)
    return topicRow(context, workflow, { number: at + firstNumber(project.number), age })
  })
}

/** Number 1 of Barcode Harbour, block 4, is taken by the gangway topic of `harbour-content.ts`. */
const firstNumber = (project: string) => (project === 'NB-2041' ? 2 : 1)

function topicRow(
  { project, members, random, moments }: ContentContext,
  { name, states, titles }: WorkflowOutline,
  { number, age }: { number: number; age: number },
): Insertable<DB['topic']> {
  const chance = random.whole(100)
  const kind = chance < Math.min(92, age * 0.7) ? 'closed' : chance < Math.min(97, 12 + age) ? 'done' : 'open'
  const { name: state } = random.pick(states.filter((each) => each.kind === kind))
  const since = kind === 'open' ? age : Math.max(0, age - 2 - random.whole(40))
  return {
    id: contentId('topic', project.number, `${number}`),
    customer_id: customerId(project.customer),
    project_id: project.id,
    number,
    title: `${random.pick(titles)}, ${random.pick(spaceNames)}`,
    text: 'Seen on the round with the client. A photograph is in the folder of the week.',
    workflow_id: contentId('workflow', project.number, name),
    state,
    state_kind: kind,
    state_since: moments.ago(since),
    priority: random.pick(priorities),
    due_date: random.chance(0.6) ? moments.ago(age - 14).slice(0, 10) : null,
    labels: random.some(labels, random.whole(3)),
    assignee_id: random.chance(0.8) ? random.pick(members) : null,
    is_deleted: random.chance(0.02),
    created_at: moments.ago(age),
    created_by: personId(project.owner),
    updated_at: moments.ago(since),
  }
}
