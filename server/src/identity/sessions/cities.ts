import { readFile } from 'node:fs/promises'
import type { CityResponse, Reader } from 'mmdb-lib'
import type { Platform } from '../../platform/context'

/** Gives the city that an address belongs to, by its English name; null where that is not known. */
type CityOf = (ip: string | null) => Promise<string | null>

/**
 * The cities of the database that the operator gives (`cityDatabase`, a MaxMind DB file); without one, none is known. It is read by the
 * first who asks and kept. One that cannot be read is logged once, and no place has a city then: the list of places does not depend on it.
 */
export function openCities({
  configuration: { cityDatabase: path },
  log,
}: Pick<Platform, 'configuration' | 'log'>): CityOf {
  if (path === undefined) return async () => null
  let reading: Promise<Reader<CityResponse> | undefined> | undefined
  const read = () =>
    readCities(path).catch((error: unknown) => {
      log.error({ err: error }, `cityDatabase: ${path} cannot be read, places are shown without their city`)
      return undefined
    })
  return async (ip) => {
    if (ip === null) return null
    reading ??= read()
    return (await reading)?.get(ip)?.city?.names.en ?? null
  }
}

async function readCities(path: string): Promise<Reader<CityResponse>> {
  const [{ Reader }, database] = await Promise.all([import('mmdb-lib'), readFile(path)])
  return new Reader<CityResponse>(database)
}
