import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyPage } from '../../api/draw-hook'
import { useChangeSet } from './use-change-set'

type Standing = ReturnType<typeof useChangeSet>

const wanted = { kind: 'roles' as const, customer: 'nord', input: { cells: [] } }
const outcomes = { onPlanned: vi.fn(), onApplied: vi.fn(), onFailedAlone: vi.fn() }

function Drawn({ onDrawn }: { onDrawn(standing: Standing): void }) {
  onDrawn(useChangeSet(wanted, outcomes))
  return null
}

/** How a wish stands whose planning the server answers with this failure. */
async function failedBy(status: number, code: string): Promise<Standing | undefined> {
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/users' })
  vi.stubGlobal('fetch', async () => {
    const headers = { 'content-type': jsonApiMediaType }
    return Response.json({ errors: [{ status: String(status), code, title: code }] }, { status, headers })
  })
  let standing: Standing | undefined
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const root = createRoot(emptyPage())
  root.render(
    <RouterContextProvider router={router}>
      <Drawn
        onDrawn={(drawn) => {
          standing = drawn
        }}
      />
    </RouterContextProvider>,
  )
  onTestFinished(async () => {
    root.unmount()
    // What React does after it still looks at the window.
    await new Promise((resolve) => setTimeout(resolve))
    vi.unstubAllGlobals()
  })
  await expect.poll(() => standing?.step.at).toBe('failed')
  return standing
}

test.each([
  [401, 'unauthorized'],
  [403, 'stepUpRequired'],
  [429, 'tooManyRequests'],
  [503, 'overloaded'],
])('what may pass can be planned again: %i %s', async (status, code) => {
  expect((await failedBy(status, code))?.again).toBeDefined()
})

test.each([
  [403, 'forbidden'],
  [422, 'invalid'],
])('what is refused is not planned again: %i %s', async (status, code) => {
  expect((await failedBy(status, code))?.again).toBeUndefined()
})
