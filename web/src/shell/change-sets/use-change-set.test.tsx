import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { stubPage } from '../../../test/render-hook'
import { unmountAfterTest } from '../../../test/unmount-after-test'
import { useChangeSet } from './use-change-set'

type ChangeSetState = ReturnType<typeof useChangeSet>

const request = { kind: 'roles' as const, customer: 'nord', input: { cells: [] } }
const outcomes = { onPlanned: vi.fn(), onRefused: vi.fn(), onApplied: vi.fn(), onFailedAfterLeaving: vi.fn() }

function HookRunner({ onRender }: { onRender(current: ChangeSetState): void }) {
  onRender(useChangeSet(request, outcomes))
  return null
}

/** The hook's state after planning failed with this response. */
async function failedBy(status: number, code: string): Promise<ChangeSetState | undefined> {
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/users' })
  vi.stubGlobal('fetch', async () => {
    const headers = { 'content-type': jsonApiMediaType }
    return Response.json({ errors: [{ status: String(status), code, title: code }] }, { status, headers })
  })
  let current: ChangeSetState | undefined
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const root = createRoot(stubPage())
  root.render(
    <RouterContextProvider router={router}>
      <HookRunner
        onRender={(rendered) => {
          current = rendered
        }}
      />
    </RouterContextProvider>,
  )
  unmountAfterTest(root)
  await expect.poll(() => current?.step.at).toBe('failed')
  return current
}

test.each([
  [401, 'unauthorized'],
  [403, 'stepUpRequired'],
  [429, 'tooManyRequests'],
  [503, 'overloaded'],
])('what may pass can be planned again: %i %s', async (status, code) => {
  expect((await failedBy(status, code))?.replan).toBeDefined()
})

test.each([
  [403, 'forbidden'],
  [422, 'invalid'],
])('what is refused is not planned again: %i %s', async (status, code) => {
  expect((await failedBy(status, code))?.replan).toBeUndefined()
})
