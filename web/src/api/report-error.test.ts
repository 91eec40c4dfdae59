import { expect, onTestFinished, test, vi } from 'vitest'

/** What the server takes and keeps of a report (server/src/settings/client-log). */
const serverLimits = { bodyBytes: 8 * 1024, messageLength: 2_000 }

/** A page that has just been opened at 8 o'clock, with a server that answers like this. */
async function openPage(respond: () => Promise<Response>) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T08:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  vi.stubGlobal('location', new URL('https://lintel.example/users'))
  vi.stubGlobal('navigator', { maxTouchPoints: 0, language: 'en-GB' })
  const page = { respond, sent: 0 }
  vi.stubGlobal('fetch', async (address: string) => {
    // The probe of the connection.
    if (address === '/regions.json') return Response.json([])
    page.sent += 1
    return page.respond()
  })
  // The reports of other tests with the same module do not count.
  vi.resetModules()
  const { reportError } = await import('./report-error')
  return {
    page,
    async fail(times: number, event: Parameters<typeof reportError>[1]) {
      const reported = await Promise.all(
        Array.from({ length: times }, () => reportError(new Error('Not saved'), event)),
      )
      return reported.filter(({ hasArrived }) => hasArrived).length
    },
  }
}

const arrives = async () => new Response(null, { status: 204 })
const isLost = () => Promise.reject(new TypeError('Failed to fetch'))
const isRefused = async () => Response.json({ errors: [{ status: '429', code: 'tooManyRequests' }] }, { status: 429 })

test('ten failures are reported in ten minutes, and again in the next ones', async () => {
  const { page, fail } = await openPage(arrives)
  expect([await fail(12, 'saveFailed'), page.sent]).toEqual([10, 10])
  vi.setSystemTime(new Date('2026-11-23T08:09:59.999Z'))
  expect([await fail(1, 'saveFailed'), page.sent]).toEqual([0, 10])
  vi.setSystemTime(new Date('2026-11-23T08:10:00Z'))
  expect([await fail(12, 'loadFailed'), page.sent]).toEqual([10, 20])
})

test('a report that the network lost does not count, and one that the server refused does', async () => {
  const { page, fail } = await openPage(isLost)
  expect([await fail(10, 'saveFailed'), page.sent]).toEqual([0, 10])
  page.respond = isRefused
  expect([await fail(4, 'saveFailed'), page.sent]).toEqual([0, 14])
  page.respond = arrives
  expect([await fail(10, 'saveFailed'), page.sent]).toEqual([6, 20])
})

test('however long an error is, its report has the location and the first 500 characters of the stack', async () => {
  vi.stubGlobal('location', new URL('https://lintel.example/projects-list?search=secret'))
  vi.stubGlobal('navigator', { maxTouchPoints: 0, language: 'en-GB' })
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    bodies.push(body)
    return new Response(null, { status: 204 })
  })
  const error = new Error('梁'.repeat(10_000))
  error.stack = Array.from({ length: 500 }, (_, line) => `at ${line}\n`)
    .join('')
    .slice(0, 2_000)
  expect(error.stack).toHaveLength(2_000)
  // The reports of other tests with the same module do not count.
  vi.resetModules()
  const { reportError } = await import('./report-error')
  expect(await reportError(error)).toMatchObject({ hasArrived: true })
  expect(bodies).toHaveLength(1)
  const [body = ''] = bodies
  expect(new TextEncoder().encode(body).length).toBeLessThan(serverLimits.bodyBytes)
  const kept = JSON.parse(body).message.slice(0, serverLimits.messageLength)
  expect(kept).toMatch(/^梁{1000}\n/)
  expect(kept.slice(1_001)).toBe(`https://lintel.example/projects-list\n${error.stack.slice(0, 500)}`)
})
