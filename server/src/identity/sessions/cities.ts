import { readFile } from 'node:fs/promises'
import type { CityResponse, Reader } from 'mmdb-lib'
import type { Platform } from '../../platform/context'

/** The English name of the city of an IP address; null where it is unknown. */
type CityOf = (ip: string | null) => Promise<string | null>

/**
 * City lookup in the database of the operator (`cityDatabase`, a MaxMind DB file); null for all addresses without one. The file
 * is read on first use and cached. If it cannot be read, this is logged once and no cities are shown.
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
