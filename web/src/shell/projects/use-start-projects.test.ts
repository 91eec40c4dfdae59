import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds, renderHook, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { savesSettled } from '../../api/saves-settled'
import { useStartProjects } from './use-start-projects'

/** A project being started, with a server that answers reads by `answer`, if it returns something. */
function startingProject(answer: () => Response | undefined = () => undefined) {
  let status = 'Starting'
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const given = method === 'GET' && address.endsWith('/projects/harbour') ? answer() : undefined
    if (given) return given
    const attributes = { name: 'Harbour', status }
    const data = { type: 'projects', id: 'harbour', meta: { version: 1 }, attributes }
    return method === 'POST'
      ? new Response(null, { status: 202 })
      : Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const queries = createQueryClient()
  const starting = renderHook(queries, useStartProjects)
  const run = () => {
    status = 'Running'
  }
  return { queries, starting, run }
}

test('whoever waits for saves does not wait until a project runs', async () => {
  const { queries, starting, run } = startingProject()
  await expect.poll(starting).toBeDefined()
  const onRunning = vi.fn()
  starting()?.start([{ id: 'harbour', name: 'Harbour' }], onRunning)
  await expect.poll(() => starting()?.isPending).toBe(true)
  await savesSettled(queries)
  expect(starting()?.isPending).toBe(true)
  expect(onRunning).not.toHaveBeenCalled()
  run()
  await expect.poll(() => onRunning.mock.calls.length).toBe(1)
})

test.each([
  ['that was cut off', () => Promise.reject(new TypeError('cut')) as never],
  ['of a server that begins', () => new Response(null, { status: 502 })],
])('an answer %s while a project starts does not end the waiting for it', async (_which, cutOff) => {
  vi.stubGlobal('navigator', { onLine: false })
  let polls = 0
  const { starting, run } = startingProject(() => {
    polls += 1
    if (polls === 1) return cutOff()
    run()
    return undefined
  })
  await expect.poll(starting).toBeDefined()
  const onRunning = vi.fn()
  starting()?.start([{ id: 'harbour', name: 'Harbour' }], onRunning)
  await expect.poll(() => onRunning.mock.calls.length).toBe(1)
  expect(polls).toBe(2)
})

test.each([
  ['with the reason of the server', { code: 'internal', detail: 'It is being moved.' }, 'It is being moved.'],
  ['unless it was the person who gave up proving who they are', { code: 'stepUpRequired' }, undefined],
])('a project that is not started is told of in a toast, %s', async (_which, failure, reason) => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'POST' && address.endsWith('/_starttrigger')
      ? Response.json({ errors: [{ status: '403', ...failure }] }, { status: 403 })
      : neverResponds(address),
  )
  const form = await renderForm(() => ({ starting: useStartProjects(), toasts: useVisibleToasts() }))
  await form.change(({ starting }) => starting.start([{ id: 'harbour', name: 'Harbour' }]))
  await form.saved()
  expect(form.current().starting.isPending).toBe(false)
  const texts = form.current().toasts.map(({ text }) => text)
  expect(texts).toEqual(reason === undefined ? [] : [`Unable to Start project: ${reason}`])
})
