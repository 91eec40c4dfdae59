import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchSignInConfig } from './sign-in-config'

/** A server with this many public providers, listed like every list: fifty on a page unless more are requested. */
function serveProviders(count: number) {
  const looks = { icon: null, color: '#ffffff', textColor: '#000000', emailRegex: null }
  const all = Array.from({ length: count }, (_, number) => ({
    id: `p${number}`,
    attributes: { name: `Provider ${number}`, ...looks },
  }))
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://lintel.example')
    if (pathname !== '/mgw/api/v3/sso-providers') return new Response(null, { status: 404 })
    return Response.json({ data: all.slice(0, Number(searchParams.get('page[size]') ?? 50)) })
  })
}

test('every public provider has its button, also where there are more than a page usually has', async () => {
  serveProviders(120)
  const { providers } = await fetchSignInConfig({ hostname: 'app.example.com', store: undefined })
  expect(providers).toHaveLength(120)
  expect(providers.at(-1)).toMatchObject({ provider: 'p119', name: 'Provider 119' })
})

test('parts without a response and those that failed on the server are read again once, the others are not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const requests: string[] = []
  let isDown = true
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'https://lintel.example')
    requests.push(pathname)
    if (pathname.endsWith('cluster-configuration')) {
      if (isDown) throw new TypeError('Failed to fetch')
      return Response.json({ data: { attributes: { environment: 'production', domainSuffix: 'nord.example' } } })
    }
    if (pathname.endsWith('sso-providers')) return Response.json({ data: [] }, { status: isDown ? 503 : 200 })
    return pathname === '/regions.json' ? Response.json([]) : new Response(null, { status: 404 })
  })
  const first = await fetchSignInConfig({ hostname: 'app.example.com', store: 'ios' })
  expect(first.installation).toEqual({})
  await vi.advanceTimersByTimeAsync(0)
  isDown = false
  requests.length = 0
  const reading = first.later?.()
  await vi.advanceTimersByTimeAsync(3_000)
  const later = await reading
  expect(later?.installation).toEqual({ environment: 'production', domainSuffix: 'nord.example' })
  expect(later?.later).toBeUndefined()
  expect(requests.toSorted()).toEqual(['/mgw/api/v3/cluster-configuration', '/mgw/api/v3/sso-providers'])
})
