import { expect, test, vi } from 'vitest'

/** What the server takes and keeps of a report (server/src/settings/client-log). */
const serverLimits = { bodyBytes: 8 * 1024, messageLength: 2_000 }

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
  // A page reports ten errors: those of other tests with the same module do not count.
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
