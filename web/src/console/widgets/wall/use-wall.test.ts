import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../../test/render-form'
import { useWall } from './use-wall'
import { wall } from './wall-calls'

test('a wall without data goes on telling its failure while it is read again', async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('innerWidth', 1_920)
  vi.stubGlobal('innerHeight', 1_080)
  vi.stubGlobal('navigator', { onLine: false })
  let answer = (_response: Response) => {}
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  const { change, current, queries } = await renderForm(useWall)
  /** Answers the pending request and waits for the result. */
  const respond = (response: Response) =>
    change(async () => {
      await vi.waitFor(() => {
        answer(response)
        expect(queries.isFetching({ ...wall, exact: true })).toBe(0)
      })
    })
  const failed = { failure: { status: 503 } }
  expect(current().failure).toBeNull()
  await respond(new Response('away', { status: 503 }))
  expect(current()).toMatchObject(failed)
  await change(async () => {
    void queries.refetchQueries({ ...wall, exact: true })
    // Observers are notified in a later task.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(queries.getQueryState(wall.queryKey)).toMatchObject({ fetchStatus: 'fetching', error: null })
  expect(current()).toMatchObject(failed)
  await respond(Response.json({ customerName: 'Nord', widgets: [], omittedWidgets: 0 }))
  expect(current()).toMatchObject({ failure: null, data: { customerName: 'Nord' } })
})
