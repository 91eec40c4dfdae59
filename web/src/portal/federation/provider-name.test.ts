import { expect, test, vi } from 'vitest'
import { providerName } from './provider-name'

test('whoever returns in another tab is told the name of the provider, also of one of more than a page usually has', async () => {
  const all = Array.from({ length: 120 }, (_, number) => ({
    id: `p${number}`,
    attributes: { name: `Provider ${number}` },
  }))
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (address: string) => {
    const size = new URL(address, 'https://lintel.example').searchParams.get('page[size]')
    return Response.json({ data: all.slice(0, Number(size ?? 50)) })
  })
  expect(await providerName('p119')).toBe('Provider 119')
  expect(await providerName('hidden')).toBe('hidden')
})
