import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let importArrived: typeof import('./import-arrived').importArrived
const events: unknown[] = []
const answers = new Map<string, () => Promise<Response>>()
const asked: string[] = []

beforeEach(async () => {
  events.length = 0
  asked.length = 0
  answers.clear()
  vi.resetModules()
  vi.stubGlobal('location', { href: 'https://lintel.example/projects' })
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([])
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector.includes('named.js') ? {} : null) })
  vi.stubGlobal('dispatchEvent', ({ type, payload }: Event & { payload: unknown }) => events.push([type, payload]))
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return answers.get(address)?.() ?? Promise.resolve(new Response('code'))
  })
  importArrived = (await import('./import-arrived')).importArrived
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const files = ['assets/part.js', 'assets/shared.js']
const away = () => Promise.reject(new TypeError('Failed to fetch'))

test('a part is imported when its files have arrived, and each is fetched once', async () => {
  const load = vi.fn(async () => 'part')
  expect(await importArrived(load, files)).toBe('part')
  expect(await importArrived(load, [...files, 'assets/more.js'])).toBe('part')
  expect(asked).toEqual(['/assets/part.js', '/assets/shared.js', '/assets/more.js'])
})

test.each([
  ['no answer', away],
  ['another build', () => Promise.resolve(new Response('', { status: 404 }))],
  ['an answer that breaks off', async () => ({ ok: true, arrayBuffer: away }) as unknown as Response],
])('%s: nothing is imported, the reason names the file, and it is asked for again', async (_, answer) => {
  const load = vi.fn(async () => 'part')
  answers.set('/assets/shared.js', answer)
  await expect(importArrived(load, files)).rejects.toThrow('/assets/shared.js did not arrive')
  expect(load).not.toHaveBeenCalled()
  expect(events).toEqual([
    ['vite:preloadError', expect.objectContaining({ message: '/assets/shared.js did not arrive' })],
  ])
  answers.clear()
  expect(await importArrived(load, files)).toBe('part')
  expect(asked).toEqual(['/assets/part.js', '/assets/shared.js', '/assets/shared.js'])
})

test('files that came, and an import that fails: it is no missing code, and told when a new page can be had', async () => {
  const { codeState } = await import('./missing-code')
  let isServerUnavailable = true
  answers.set('/regions.json', () => (isServerUnavailable ? away() : Promise.resolve(new Response('[]'))))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refused = new TypeError('Failed to fetch dynamically imported module: https://lintel.example/assets/part.js')
  const outcome = vi.fn()
  importArrived(() => Promise.reject(refused), files).catch(outcome)
  await vi.advanceTimersByTimeAsync(900)
  expect([outcome.mock.calls, codeState()]).toEqual([[], 'whole'])
  isServerUnavailable = false
  await vi.advanceTimersByTimeAsync(200)
  expect([outcome.mock.calls, codeState()]).toEqual([[[refused]], 'lost'])
  expect(events).toEqual([['lintel:codelost', undefined]])
  vi.useRealTimers()
})

test('what the page has loaded itself or its document names is not fetched', async () => {
  vi.spyOn(performance, 'getEntriesByName').mockImplementation(
    (url) => [{ responseStatus: url === 'https://lintel.example/assets/shared.js' ? 200 : 0 }] as never,
  )
  await importArrived(async () => 'part', [...files, 'assets/named.js'])
  expect(asked).toEqual(['/assets/part.js'])
})
