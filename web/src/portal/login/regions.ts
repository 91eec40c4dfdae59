import type { Region } from '@lintel/contract/settings/regions'
import { type Native, startedParameter } from '../../native/native'

/** Regions that only the matching builds of the native app offer (account-portal chapter 2). */
const buildRegions: Record<Native['build'], Region[]> = {
  production: [],
  staging: [{ subdomain: 'staging', title: 'Staging', distinctiveLanguages: [], isDefault: false }],
  development: [{ subdomain: 'development', title: 'Development', distinctiveLanguages: [], isDefault: false }],
}

/** The selectable regions: the listed ones, and those of a development or staging build. */
export const regionsFor = (regions: readonly Region[], { platform, build }: Pick<Native, 'platform' | 'build'>) =>
  platform === 'web'
    ? regions
    : [
        ...regions,
        ...buildRegions[build].filter((own) => !regions.some(({ subdomain }) => subdomain === own.subdomain)),
      ]

/** The region of this host name, else the default one, which is `app` if none is marked as default (account-portal chapter 2). */
export const regionOf = (host: string, regions: readonly Region[]): Region | undefined =>
  regions.find(({ subdomain }) => host.startsWith(`${subdomain}.`)) ??
  regions.find(({ isDefault }) => isDefault) ??
  regions.find(({ subdomain }) => subdomain === 'app')

/** The other regions, those in one of the user's languages first. */
export function otherRegions(host: string, regions: readonly Region[], languages: readonly string[]): Region[] {
  const current = regionOf(host, regions)
  const preferredLanguages = languages.map((language) => language.toLowerCase().split('-')[0])
  const isLikely = ({ distinctiveLanguages }: Region) =>
    distinctiveLanguages.some((language) => preferredLanguages.includes(language.toLowerCase().split('-')[0]))
  const others = regions.filter((region) => region !== current)
  return [...others.filter(isLikely), ...others.filter((region) => !isLikely(region))]
}

/**
 * The address of the same page in another region: `app.example.com` → `us.example.com`; without `from` the page belongs to `app`, the
 * default region. In the native app the address also tells that the start screen has been left.
 */
export function regionAddress(
  currentAddress: string,
  from: Region | undefined,
  to: Region,
  { platform }: Pick<Native, 'platform'>,
): string {
  const url = new URL(currentAddress)
  const prefix = `${from?.subdomain ?? 'app'}.`
  const domain = url.hostname.startsWith(prefix) ? url.hostname.slice(prefix.length) : url.hostname
  url.hostname = `${to.subdomain}.${domain}`
  if (platform !== 'web') url.searchParams.set(startedParameter, '')
  return url.href
}
