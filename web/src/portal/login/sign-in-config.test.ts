import { expect, test, vi } from 'vitest'
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
