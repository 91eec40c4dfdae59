import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { contentId } from './content-ids'
import { type Place, placed } from './row-parts'

const storeys = ['Basement', 'Level 1', 'Level 2', 'Level 3', 'Level 4', 'Roof']

const rooms = ['Entrance', 'Corridor', 'Stairwell', 'Plant room', 'Office', 'Meeting room', 'Store', 'Bathroom']

/** Spaces by number and name, storey by storey. */
const spaces = storeys
  .slice(0, 5)
  .flatMap((storey, level) =>
    rooms.map((name, at) => ({ number: `${level}${String(at + 1).padStart(2, '0')}`, name, storey })),
  )

/** What people call the spaces of a site. */
export const spaceNames: readonly string[] = spaces.map(({ number, name }) => `${number} ${name}`)

const buildingsOf = ({ extent }: Place) => {
  if (extent === 'site') return ['Main building', 'Annex']
  return extent === 'small' ? ['Building'] : []
}

export const buildingRows = (place: Place): Insertable<DB['building']>[] =>
  buildingsOf(place).map((name, at) => ({
    ...placed(place, contentId('building', place.project.number, name), name),
    storeys: (at === 0 ? storeys : storeys.slice(1, 3)).map((storey, level) => ({
      name: storey,
      elevation: -3.4 + level * 3.4,
      hasFloorplan: level < 3,
    })),
  }))

export const spaceRows = (place: Place): Insertable<DB['space']>[] =>
  place.extent !== 'site'
    ? []
    : spaces.map(({ number, name, storey }) => ({
        ...placed(place, contentId('space', place.project.number, number), name, 5),
        number,
        building_id: contentId('building', place.project.number, 'Main building'),
        storey,
      }))

const models: readonly [string, string, Record<string, number>][] = [
  ['Architecture', 'ARC', { IfcWall: 1_240, IfcDoor: 310, IfcWindow: 286, IfcSlab: 96, IfcSpace: 214 }],
  ['Structure', 'STR', { IfcBeam: 840, IfcColumn: 402, IfcSlab: 88, IfcFooting: 61 }],
  ['Ventilation', 'MEP', { IfcDuctSegment: 3_420, IfcDuctFitting: 2_960, IfcAirTerminal: 640 }],
]

export const modelRows = (place: Place): Insertable<DB['ifc_model']>[] =>
  place.extent !== 'site'
    ? []
    : models.map(([name, discipline, classifications], at) => ({
        ...placed(place, contentId('model', place.project.number, name), name, 4),
        discipline,
        files: 2 + place.random.whole(6),
        size: 18_000_000 + at * 7_400_000 + place.random.whole(5_000_000),
        classifications,
      }))
