import { expect, onTestFinished, test, vi } from 'vitest'
import { filterOptions } from '../../ui/filter-options'
import { timeZones } from './time-zones'

/** The options in a browser that lists these zones. */
function offeredWhere(listed: string[], ...chosen: string[]) {
  const spy = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(listed)
  onTestFinished(() => spy.mockRestore())
  return timeZones(...chosen)
}

/** What is found by typing. */
const found = (typed: string, zones: string[]) =>
  filterOptions([{ group: '', items: zones.map((value) => ({ value, label: value })) }], typed).listed.flatMap(
    ({ items }) => items.map(({ value }) => value),
  )

test.each([
  ['kolkata', 'Asia/Kolkata'],
  ['kyiv', 'Europe/Kyiv'],
  ['ho chi minh', 'Asia/Ho_Chi_Minh'],
  ['kathmandu', 'Asia/Kathmandu'],
  ['buenos aires', 'America/Argentina/Buenos_Aires'],
  ['nuuk', 'America/Nuuk'],
])('a zone that the browser lists by its former name is found by its current one: %s', (typed, zone) => {
  const zones = offeredWhere(['America/Godthab', 'Asia/Calcutta', 'Europe/Kiev'])
  expect(found(typed, zones)).toEqual([zone])
  expect(found('calcutta', zones)).toEqual(['Asia/Calcutta'])
})

test('a current name that the browser does not know is not offered', () => {
  class OlderFormat extends Intl.DateTimeFormat {
    constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
      if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv')
      super(locale, options)
    }
  }
  vi.stubGlobal('Intl', { DateTimeFormat: OlderFormat, supportedValuesOf: () => ['Europe/Kiev'] })
  const zones = timeZones()
  expect(zones).toContain('Asia/Kolkata')
  expect(zones).not.toContain('Europe/Kyiv')
})

test('UTC comes first, then the zones by name, each once, without the names that a customer cannot have', () => {
  const listed = ['Europe/Oslo', 'Africa/Abidjan', 'Asia/Kolkata', 'EST5EDT', 'UTC']
  const zones = offeredWhere(listed, 'UTC', 'Europe/Oslo')
  expect(zones.slice(0, 2)).toEqual(['UTC', 'Africa/Abidjan'])
  expect(zones).toEqual(['UTC', ...[...new Set(zones)].filter((zone) => zone !== 'UTC').sort()])
  expect(zones).not.toContain('EST5EDT')
})
