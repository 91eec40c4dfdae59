import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { baseColumns, type ContentContext } from './content-context'
import { contentId } from './content-ids'
import { siteWorkflows, smallWorkflow, type WorkflowOutline } from './workflows'

/** The workflows of a project. */
export const workflowsOf = ({ extent }: ContentContext): readonly WorkflowOutline[] =>
  extent === 'small' ? [smallWorkflow] : siteWorkflows

export const workflowRows = (context: ContentContext): Insertable<DB['workflow']>[] =>
  workflowsOf(context).map(({ name, color, states }) => ({
    ...baseColumns(context, contentId('workflow', context.project.number, name), name),
    colour: color,
    states: states.map(({ name, kind }) => ({ name, kind })),
  }))
