import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

test('numbers that could not be read are reported to the log, once for all that were asked for together', async () => {
  // The client reports at most ten failures per page, and test files share the module: reset it.
  vi.resetModules()
  const [{ figuresOfWidget }, { CallFailure }] = await Promise.all([
    import('./widget-figures'),
    import('../../api/failure'),
  ])
  const reports: unknown[] = []
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/project-widgets' })
  vi.stubGlobal('navigator', { maxTouchPoints: 0, language: 'en-GB', onLine: true })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (!address.endsWith('/client/log'))
      return new Response('away', { status: 500, headers: { 'x-request-id': 'r-1' } })
    reports.push(JSON.parse(String(body)))
    return new Response(null, { status: 204 })
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = ['a', 'b'].map((id) => queries.fetchQuery(figuresOfWidget({ id, version: 1 })))
  for (const reading of await Promise.allSettled(read))
    expect(reading).toMatchObject({ status: 'rejected', reason: expect.any(CallFailure) })
  await vi.waitUntil(() => reports.length > 0, { timeout: 30_000 })
  expect(reports).toMatchObject([
    {
      event: 'loadFailed',
      logLevel: 'error',
      route: '/project-widgets',
      message: expect.stringContaining('/project-widgets'),
    },
  ])
})
