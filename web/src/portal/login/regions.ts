import type { Region } from '@lintel/contract/settings/regions'

/** The region that this host name belongs to, else the default one. */
export const regionOf = (host: string, regions: readonly Region[]): Region | undefined =>
  regions.find(({ subdomain }) => host.startsWith(`${subdomain}.`)) ?? regions.find(({ isDefault }) => isDefault)

/** The address of the same page in another region: `app.example.com` → `us.example.com`. */
export function regionAddress(here: string, from: Region | undefined, to: Region): string {
  const url = new URL(here)
  const prefix = from && `${from.subdomain}.`
  const domain = prefix && url.hostname.startsWith(prefix) ? url.hostname.slice(prefix.length) : url.hostname
  url.hostname = `${to.subdomain}.${domain}`
  return url.href
}
