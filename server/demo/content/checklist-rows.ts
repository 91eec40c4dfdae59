import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { customerId } from '../customers'
import { spaceNames } from './building-rows'
import { type ChecklistOutline, libraryChecklists, parseItem, siteChecklists } from './checklists'
import { baseColumns, type ContentContext } from './content-context'
import { contentId } from './content-ids'
import { workflowsOf } from './workflow-rows'

const checklistsOf = ({ extent }: ContentContext): readonly ChecklistOutline[] => {
  if (extent === 'library') return libraryChecklists
  return extent === 'site' ? siteChecklists : siteChecklists.slice(19, 20)
}

/** Checklists of a project; failed items become topics of the project's first workflow. */
export const checklistRows = (context: ContentContext): Insertable<DB['checklist']>[] =>
  checklistsOf(context).map(({ name, appliesTo, isRepeatable, items }) => ({
    ...baseColumns(context, contentId('checklist', context.project.number, name), name),
    applies_to: appliesTo,
    is_repeatable: isRepeatable,
    workflow_id: workflowsOf(context)[0]
      ? contentId('workflow', context.project.number, workflowsOf(context)[0]?.name ?? '')
      : null,
    items: JSON.parse(JSON.stringify(items.map(parseItem))),
  }))

const states = ['done', 'done', 'done', 'inProgress', 'notStarted'] as const

/** Runs of the checklists of a building site, most of them done. */
export function runRows(context: ContentContext): Insertable<DB['checklist_run']>[] {
  const { extent, project, members, random, moments } = context
  if (extent !== 'site') return []

  const span = Math.min(project.age - 2, 300)
  return checklistsOf(context).flatMap(({ name }) =>
    random.some(spaceNames, 3 + random.whole(6)).map((where) => {
      const state = random.pick(states)
      const startedDays = 1 + random.whole(span)
      const changedDays = state === 'notStarted' ? startedDays : random.whole(startedDays + 1)
      return {
        id: contentId('run', project.number, `${name}/${where}`),
        customer_id: customerId(project.customer),
        project_id: project.id,
        checklist_id: contentId('checklist', project.number, name),
        place: where,
        state,
        state_since: moments.ago(changedDays),
        person_id: state === 'notStarted' ? null : random.pick(members),
        created_at: moments.ago(startedDays),
        updated_at: moments.ago(changedDays),
      }
    }),
  )
}
