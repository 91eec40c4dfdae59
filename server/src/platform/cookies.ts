import type { Configuration } from './configuration'

const isSecure = ({ publicUrl }: Configuration) => publicUrl.startsWith('https://')

/**
 * The name of a cookie: `__Host-` binds it to this host and https; plain http (local use) cannot have the prefix
 * (security D2).
 */
export const cookieName = (configuration: Configuration, name: string): string =>
  isSecure(configuration) ? `__Host-${name}` : name

/** The options of every cookie that holds a secret. */
export const cookieOptions = (configuration: Configuration) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(configuration) }) as const
