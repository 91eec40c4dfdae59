import { timeZone } from '@lintel/contract/people/users'

/** Current names of zones that some browsers list by a former name only, `Asia/Calcutta`, although they know both. */
const currentNames = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

/** UTC, and the zones of places that this browser knows, by name, with the `chosen` ones whatever the browser calls them. */
export function timeZones(...chosen: readonly string[]): string[] {
  // A customer takes UTC or the name of a place, which has a slash.
  const listed = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const known = currentNames.filter((zone) => timeZone.safeParse(zone).success)
  return [...new Set(['UTC', ...[...listed, ...known, ...chosen].sort()])]
}
