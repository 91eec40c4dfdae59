import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { baseColumns, type ContentContext } from './content-context'
import { contentId } from './content-ids'

const storeys = ['Basement', 'Level 1', 'Level 2', 'Level 3', 'Level 4', 'Roof']

const rooms = ['Entrance', 'Corridor', 'Stairwell', 'Plant room', 'Office', 'Meeting room', 'Store', 'Bathroom']

/** Spaces by number and name, storey by storey. */
const spaces = storeys
  .slice(0, 5)
  .flatMap((storey, level) =>
    rooms.map((name, at) => ({ number: `${level}${String(at + 1).padStart(2, '0')}`, name, storey })),
  )

/** Names of spaces for use in other records of a site. */
export const spaceNames: readonly string[] = spaces.map(({ number, name }) => `${number} ${name}`)

const buildingsOf = ({ extent }: ContentContext) => {
  if (extent === 'site') return ['Main building', 'Annex']
  return extent === 'small' ? ['Building'] : []
}

export const buildingRows = (context: ContentContext): Insertable<DB['building']>[] =>
  buildingsOf(context).map((name, at) => ({
    ...baseColumns(context, contentId('building', context.project.number, name), name),
    storeys: (at === 0 ? storeys : storeys.slice(1, 3)).map((storey, level) => ({
      name: storey,
      elevation: -3.4 + level * 3.4,
      hasFloorplan: level < 3,
    })),
  }))

export const spaceRows = (context: ContentContext): Insertable<DB['space']>[] =>
  context.extent !== 'site'
    ? []
    : spaces.map(({ number, name, storey }) => ({
        ...baseColumns(context, contentId('space', context.project.number, number), name, 5),
        number,
        building_id: contentId('building', context.project.number, 'Main building'),
        storey,
      }))

const models: readonly [string, string, Record<string, number>][] = [
  ['Architecture', 'ARC', { IfcWall: 1_240, IfcDoor: 310, IfcWindow: 286, IfcSlab: 96, IfcSpace: 214 }],
  ['Structure', 'STR', { IfcBeam: 840, IfcColumn: 402, IfcSlab: 88, IfcFooting: 61 }],
  ['Ventilation', 'MEP', { IfcDuctSegment: 3_420, IfcDuctFitting: 2_960, IfcAirTerminal: 640 }],
]

export const modelRows = (context: ContentContext): Insertable<DB['ifc_model']>[] =>
  context.extent !== 'site'
    ? []
    : models.map(([name, discipline, classifications], at) => ({
        ...baseColumns(context, contentId('model', context.project.number, name), name, 4),
        discipline,
        files: 2 + context.random.whole(6),
        size: 18_000_000 + at * 7_400_000 + context.random.whole(5_000_000),
        classifications,
      }))
