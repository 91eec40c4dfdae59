import type { Region } from '@lintel/contract/settings/regions'
import type { Native } from '../../native/native'

/** Entries that only the matching builds of the native app offer (account-portal chapter 2). */
const ofBuild: Record<Native['build'], Region[]> = {
  production: [],
  staging: [{ subdomain: 'staging', title: 'Staging', distinctiveLanguages: [], isDefault: false }],
  development: [{ subdomain: 'development', title: 'Development', distinctiveLanguages: [], isDefault: false }],
}

/** The regions to choose from: those of the list, and a development or staging build's own. */
export const regionsFor = (
  regions: readonly Region[],
  { platform, build }: Pick<Native, 'platform' | 'build'>,
): readonly Region[] => (platform === 'web' ? regions : [...regions, ...ofBuild[build]])

/** The region that this host name belongs to, else the default one: `app` where none is said to be it (account-portal chapter 2). */
export const regionOf = (host: string, regions: readonly Region[]): Region | undefined =>
  regions.find(({ subdomain }) => host.startsWith(`${subdomain}.`)) ??
  regions.find(({ isDefault }) => isDefault) ??
  regions.find(({ subdomain }) => subdomain === 'app')

/** The other regions, those that speak one of the person's languages first. */
export function otherRegions(host: string, regions: readonly Region[], languages: readonly string[]): Region[] {
  const current = regionOf(host, regions)
  const spoken = languages.map((language) => language.toLowerCase().split('-')[0])
  const isLikely = ({ distinctiveLanguages }: Region) =>
    distinctiveLanguages.some((language) => spoken.includes(language.toLowerCase().split('-')[0]))
  const others = regions.filter((region) => region !== current)
  return [...others.filter(isLikely), ...others.filter((region) => !isLikely(region))]
}

/** The address of the same page in another region: `app.example.com` → `us.example.com`. */
export function regionAddress(here: string, from: Region | undefined, to: Region): string {
  const url = new URL(here)
  const prefix = from && `${from.subdomain}.`
  const domain = prefix && url.hostname.startsWith(prefix) ? url.hostname.slice(prefix.length) : url.hostname
  url.hostname = `${to.subdomain}.${domain}`
  return url.href
}
