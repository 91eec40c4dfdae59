import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { baseColumns, type ContentContext } from './content-context'
import { contentId } from './content-ids'

const isFull = ({ extent }: ContentContext) => extent !== 'small'

const groups: Readonly<Record<string, string>> = {
  'Site management': 'Runs the site day by day',
  'Quality control': 'Approves what was corrected',
  'Fire safety': 'Looks after seals, doors and escape routes',
  'Client’s representatives': 'Take part in the handover',
}

export const groupRows = (context: ContentContext): Insertable<DB['project_group']>[] =>
  isFull(context)
    ? Object.entries(groups).map(([name, description]) => ({
        ...baseColumns(context, contentId('group', context.project.number, name), name),
        description,
        is_imported: name === 'Quality control',
      }))
    : []

/** Members of a site in each of its groups. */
export const groupMemberRows = (context: ContentContext): Insertable<DB['project_group_member']>[] =>
  context.extent !== 'site'
    ? []
    : Object.keys(groups).flatMap((name) =>
        context.random.some(context.members, 2 + context.random.whole(4)).map((user_id) => ({
          project_id: context.project.id,
          group_id: contentId('group', context.project.number, name),
          user_id,
        })),
      )

const coloured = (...names: string[]) => {
  const colours = ['#1f6feb', '#2da44e', '#bf8700', '#cf222e', '#8250df', '#0b7285']
  return names.map((name, at) => ({ name, color: colours[at % colours.length] ?? '#1f6feb' }))
}

const labelGroups = {
  Trade: coloured('Concrete', 'Steel', 'Façade', 'Services', 'Painter', 'Joiner'),
  Cause: coloured('Design', 'Execution', 'Material', 'Damage'),
  'Cost bearer': coloured('Client', 'Contractor', 'Subcontractor'),
}

export const labelGroupRows = (context: ContentContext): Insertable<DB['label_group']>[] =>
  isFull(context)
    ? Object.entries(labelGroups).map(([name, labels]) => ({
        ...baseColumns(context, contentId('label-group', context.project.number, name), name),
        labels,
      }))
    : []

const reports: readonly [string, string, string[]][] = [
  ['Quality/Defects by trade', 'topics', ['number', 'title', 'state', 'labels', 'assignee', 'dueDate']],
  ['Quality/Checklists of the month', 'checklists', ['name', 'place', 'state', 'person']],
  ['Safety/Observations', 'topics', ['number', 'title', 'state', 'createdAt']],
  ['Handover/Documents', 'documents', ['name', 'revision', 'labels']],
]

export const reportRows = (context: ContentContext): Insertable<DB['report_template']>[] =>
  isFull(context)
    ? reports.map(([name, reports_on, columns]) => ({
        ...baseColumns(context, contentId('report', context.project.number, name), name),
        reports_on,
        columns,
      }))
    : []

const views: readonly [string, string, string[]][] = [
  ['Open defects by storey', 'topics', ['number', 'title', 'state', 'dueDate']],
  ['Overdue', 'topics', ['number', 'title', 'assignee', 'dueDate']],
  ['Spaces not handed over', 'spaces', ['number', 'name', 'storey']],
]

export const viewRows = (context: ContentContext): Insertable<DB['custom_view']>[] =>
  isFull(context)
    ? views.map(([name, shows, columns]) => ({
        ...baseColumns(context, contentId('view', context.project.number, name), name),
        shows,
        columns,
      }))
    : []

const wagons = [
  { name: 'Walls', days: 3, crew: 'Drywall' },
  { name: 'Services', days: 4, crew: 'Electrician and plumber' },
  { name: 'Ceilings', days: 2, crew: 'Drywall' },
  { name: 'Painting', days: 3, crew: 'Painter' },
  { name: 'Floors', days: 2, crew: 'Floor layer' },
  { name: 'Inspection', days: 1, crew: 'Site management' },
]

export const taktTrainRows = (context: ContentContext): Insertable<DB['takt_train']>[] =>
  isFull(context)
    ? ['Fit-out of a storey', 'Bathrooms'].map((name, at) => ({
        ...baseColumns(context, contentId('takt-train', context.project.number, name), name),
        colour: at === 0 ? '#bf8700' : '#0b7285',
        wagons: wagons.slice(at),
      }))
    : []
