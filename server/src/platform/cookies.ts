import type { Configuration } from './configuration'

const isSecure = ({ publicUrl }: Configuration) => publicUrl.startsWith('https://')

/** A cookie's name: `__Host-` binds it to this host and to https; plain http, on this machine, cannot have one (security D2). */
export const cookieName = (configuration: Configuration, name: string): string =>
  isSecure(configuration) ? `__Host-${name}` : name

/** The terms of every cookie that holds a secret. */
export const cookieTerms = (configuration: Configuration) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(configuration) }) as const
