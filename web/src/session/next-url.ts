const partsOf = (address: string) => {
  const { origin, pathname, username, password } = new URL(address)
  return { origin, pathname, isPlain: username === '' && password === '' }
}

/** True when a path is below a prefix: `/app` covers `/app` and `/app/x`, not `/apple`. */
const isBelow = (prefix: string, path: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)

/**
 * The next-url if it may be followed, else undefined: an http(s) address, relative to `here`, whose parsed origin and path are below one of
 * the safe prefixes (security S13: comparing strings would allow `https://app.example.com.evil.test/`). The own origin is always safe.
 */
export function safeNextUrl(given: string, here: string, safePrefixes: readonly string[] = []): URL | undefined {
  if (!URL.canParse(given, here)) return undefined
  const url = new URL(given, here)
  const { origin, pathname, isPlain } = partsOf(url.href)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // As a reference of its own, a path that begins with `//` names another host.
  if (!isWeb || !isPlain || pathname.startsWith('//')) return undefined
  const isSafe = [new URL('/', here).href, ...safePrefixes].some((prefix) => {
    if (!URL.canParse(prefix)) return false
    const safe = partsOf(prefix)
    return safe.origin === origin && isBelow(safe.pathname, pathname)
  })
  return isSafe ? url : undefined
}
