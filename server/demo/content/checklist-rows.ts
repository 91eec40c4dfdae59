import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { customerId } from '../customers'
import { spaceNames } from './building-rows'
import { type ChecklistOutline, parseItem, libraryChecklists, siteChecklists } from './checklists'
import { contentId } from './content-ids'
import { type ContentContext, baseColumns } from './content-context'
import { workflowsOf } from './workflow-rows'

const checklistsOf = ({ extent }: ContentContext): readonly ChecklistOutline[] => {
  if (extent === 'library') return libraryChecklists
  return extent === 'site' ? siteChecklists : siteChecklists.slice(19, 20)
}

/** Checklists of a project; what fails in one goes the way of the project's first workflow. */
export const checklistRows = (place: ContentContext): Insertable<DB['checklist']>[] =>
  checklistsOf(place).map(({ name, appliesTo, isRepeatable, items }) => ({
    ...baseColumns(place, contentId('checklist', place.project.number, name), name),
    applies_to: appliesTo,
    is_repeatable: isRepeatable,
    workflow_id: workflowsOf(place)[0]
      ? contentId('workflow', place.project.number, workflowsOf(place)[0]?.name ?? '')
      : null,
    items: JSON.parse(JSON.stringify(items.map(parseItem))),
  }))

const states = ['done', 'done', 'done', 'inProgress', 'notStarted'] as const

/** Runs of the checklists of a building site, most of them done. */
export function runRows(place: ContentContext): Insertable<DB['checklist_run']>[] {
  const { extent, project, members, random, moments } = place
  if (extent !== 'site') return []
  const places = spaceNames
  const span = Math.min(project.age - 2, 300)
  return checklistsOf(place).flatMap(({ name }) =>
    random.some(places, 3 + random.whole(6)).map((where) => {
      const state = random.pick(states)
      const begun = 1 + random.whole(span)
      const since = state === 'notStarted' ? begun : random.whole(begun + 1)
      return {
        id: contentId('run', project.number, `${name}/${where}`),
        customer_id: customerId(project.customer),
        project_id: project.id,
        checklist_id: contentId('checklist', project.number, name),
        place: where,
        state,
        state_since: moments.ago(since),
        person_id: state === 'notStarted' ? null : random.pick(members),
        created_at: moments.ago(begun),
        updated_at: moments.ago(since),
      }
    }),
  )
}
