import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
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

beforeEach(() => vi.clearAllMocks())

const headers = { 'content-type': jsonApiMediaType }

/** The hook's state after planning failed with this response. */
const failedBy = (status: number, code: string) =>
  failedAfter(() => Response.json({ errors: [{ status: String(status), code, title: code }] }, { status, headers }))

/** The hook's state after a job of the server stored this as the reason why the planning failed. */
const failedInJob = (failure: string) =>
  failedAfter(() => {
    const attributes = { kind: 'roles', state: 'failed', failure, failureDetail: null }
    return Response.json({ data: { type: 'change-sets', id: 'set', attributes } }, { status: 201, headers })
  })

async function failedAfter(respond: () => Response): Promise<ChangeSetState | undefined> {
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/users' })
  vi.stubGlobal('fetch', async () => respond())
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

test('what a job refused is told with its reason, and not planned again', async () => {
  const failed = await failedInJob('tooManyRows')
  expect(failed?.step).toMatchObject({ error: { code: 'tooManyRows' } })
  expect(failed?.replan).toBeUndefined()
  expect(outcomes.onRefused).toHaveBeenCalledOnce()
})

test.each(['internal', 'cancelled'])('what a job left undone can be planned again: %s', async (failure) => {
  expect((await failedInJob(failure))?.replan).toBeDefined()
  expect(outcomes.onRefused).not.toHaveBeenCalled()
})
