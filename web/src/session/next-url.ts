const compared = (address: string) => {
  const { origin, pathname, username, password } = new URL(address)
  return { origin, pathname, isPlain: username === '' && password === '' }
}

/** A path prefix ends at a slash: `/app` covers `/app` and `/app/x`, not `/apple`. */
const covers = (prefix: string, path: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)

/**
 * The given next-url when it may be followed, else undefined: an http(s) address, relative to `here`, whose parsed
 * origin and path lie under one of the safe prefixes (security S13: comparing strings would let
 * `https://app.example.com.evil.test/` pass). The own origin is always safe.
 */
export function safeNextUrl(given: string, here: string, safePrefixes: readonly string[] = []): URL | undefined {
  if (!URL.canParse(given, here)) return undefined
  const url = new URL(given, here)
  const { origin, pathname, isPlain } = compared(url.href)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || !isPlain) return undefined
  const isSafe = [new URL('/', here).href, ...safePrefixes].some((prefix) => {
    if (!URL.canParse(prefix)) return false
    const safe = compared(prefix)
    return safe.origin === origin && covers(safe.pathname, pathname)
  })
  return isSafe ? url : undefined
}
