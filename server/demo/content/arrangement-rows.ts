import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { contentId } from './content-ids'
import { type Place, placed } from './row-parts'

const isFull = ({ extent }: Place) => extent !== 'small'

const groups: Readonly<Record<string, string>> = {
  'Site management': 'Runs the site day by day',
  'Quality control': 'Approves what was corrected',
  'Fire safety': 'Looks after seals, doors and escape routes',
  'Client’s representatives': 'Take part in the handover',
}

export const groupRows = (place: Place): Insertable<DB['project_group']>[] =>
  isFull(place)
    ? Object.entries(groups).map(([name, description]) => ({
        ...placed(place, contentId('group', place.project.number, name), name),
        description,
        is_imported: name === 'Quality control',
      }))
    : []

/** Some of a site's members in each of its groups. */
export const groupMemberRows = (place: Place): Insertable<DB['project_group_member']>[] =>
  place.extent !== 'site'
    ? []
    : Object.keys(groups).flatMap((name) =>
        place.random.some(place.members, 2 + place.random.whole(4)).map((user_id) => ({
          project_id: place.project.id,
          group_id: contentId('group', place.project.number, name),
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

export const labelGroupRows = (place: Place): Insertable<DB['label_group']>[] =>
  isFull(place)
    ? Object.entries(labelGroups).map(([name, labels]) => ({
        ...placed(place, contentId('label-group', place.project.number, name), name),
        labels,
      }))
    : []

const reports: readonly [string, string, string[]][] = [
  ['Quality/Defects by trade', 'topics', ['number', 'title', 'state', 'labels', 'assignee', 'dueDate']],
  ['Quality/Checklists of the month', 'checklists', ['name', 'place', 'state', 'person']],
  ['Safety/Observations', 'topics', ['number', 'title', 'state', 'createdAt']],
  ['Handover/Documents', 'documents', ['name', 'revision', 'labels']],
]

export const reportRows = (place: Place): Insertable<DB['report_template']>[] =>
  isFull(place)
    ? reports.map(([name, reports_on, columns]) => ({
        ...placed(place, contentId('report', place.project.number, name), name),
        reports_on,
        columns,
      }))
    : []

const views: readonly [string, string, string[]][] = [
  ['Open defects by storey', 'topics', ['number', 'title', 'state', 'dueDate']],
  ['Overdue', 'topics', ['number', 'title', 'assignee', 'dueDate']],
  ['Spaces not handed over', 'spaces', ['number', 'name', 'storey']],
]

export const viewRows = (place: Place): Insertable<DB['custom_view']>[] =>
  isFull(place)
    ? views.map(([name, shows, columns]) => ({
        ...placed(place, contentId('view', place.project.number, name), name),
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

export const taktTrainRows = (place: Place): Insertable<DB['takt_train']>[] =>
  isFull(place)
    ? ['Fit-out of a storey', 'Bathrooms'].map((name, at) => ({
        ...placed(place, contentId('takt-train', place.project.number, name), name),
        colour: at === 0 ? '#bf8700' : '#0b7285',
        wagons: wagons.slice(at),
      }))
    : []
