import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { contentId } from './content-ids'
import { type Place, placed } from './row-parts'
import { siteWorkflows, smallWorkflow, type WorkflowOutline } from './workflows'

/** The workflows of a project. */
export const workflowsOf = ({ extent }: Place): readonly WorkflowOutline[] =>
  extent === 'small' ? [smallWorkflow] : siteWorkflows

export const workflowRows = (place: Place): Insertable<DB['workflow']>[] =>
  workflowsOf(place).map(({ name, color, states }) => ({
    ...placed(place, contentId('workflow', place.project.number, name), name),
    colour: color,
    states: states.map(({ name, kind }) => ({ name, kind })),
  }))
