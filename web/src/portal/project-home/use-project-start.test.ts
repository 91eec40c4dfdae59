import type { Project } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { useProjectStart } from './use-project-start'

type Startable = Parameters<typeof useProjectStart>[0]

const [first, second] = ['2026-03-01T10:20:00Z', '2026-03-01T10:25:00Z']
let opened = 0

/** An opened project, whose status changes as the server says. */
async function open(status: Project['status'], crashedAt: string | null = null) {
  const requests: string[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    requests.push(`${method} ${address}`)
    return Response.json({ status: 'Starting' }, { status: 202 })
  })
  const id = `project-${++opened}`
  const rendered = renderHook(createQueryClient(), () => {
    const [project, become] = useState<Startable>({ id, status, crashedAt, isHibernated: false, isInactive: false })
    return { become, ...useProjectStart(project) }
  })
  await expect.poll(() => rendered()?.isRequesting).toBe(false)
  const trigger = `POST /mgw/api/v1/projects/${id}/_starttrigger`
  return {
    rendered,
    requests: () => requests.filter((request) => request === trigger).length,
    async becomes(next: Partial<Startable>) {
      rendered()?.become((now) => ({ ...now, ...next }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      await expect.poll(() => rendered()?.isRequesting).toBe(false)
    },
  }
}

test('a project whose start fails says so with the time of the crash, and is asked again by hand only', async () => {
  const { rendered, requests, becomes } = await open('Stopped')
  await expect.poll(requests).toBe(1)
  await becomes({ status: 'Starting' })
  expect(rendered()).toMatchObject({ failed: false, crashedAt: null })
  await becomes({ status: 'Crashed', crashedAt: first })
  expect(rendered()).toMatchObject({ failed: true, crashedAt: first })
  expect(requests()).toBe(1)
  await rendered()?.retry()
  // Crashed as before until the server's next answer: that is not another crash.
  await expect.poll(() => rendered()).toMatchObject({ failed: false, crashedAt: first })
  await becomes({ status: 'Starting', crashedAt: null })
  expect(rendered()).toMatchObject({ failed: false, crashedAt: first })
  await becomes({ status: 'Crashed', crashedAt: second })
  expect(rendered()).toMatchObject({ failed: true, crashedAt: second })
  expect(requests()).toBe(2)
})

test('a project that is opened after a crash is started, and shows the time of the crash meanwhile', async () => {
  const { rendered, requests, becomes } = await open('Crashed', first)
  await expect.poll(requests).toBe(1)
  expect(rendered()).toMatchObject({ failed: false, crashedAt: first })
  await becomes({ status: 'Starting', crashedAt: null })
  expect(rendered()).toMatchObject({ failed: false, crashedAt: first })
  await becomes({ status: 'Running' })
  expect(rendered()).toMatchObject({ failed: false, crashedAt: null })
  expect(requests()).toBe(1)
})

test('a project that somebody stops while it is open is started again, each time', async () => {
  const { rendered, requests, becomes } = await open('Running')
  expect(requests()).toBe(0)
  for (const time of [1, 2]) {
    await becomes({ status: 'Stopped' })
    await expect.poll(requests).toBe(time)
    await becomes({ status: 'Starting' })
    await becomes({ status: 'Running' })
    expect(rendered()).toMatchObject({ failed: false })
  }
})

test('a project that somebody else starts is started only once that has failed, and one that is hibernated not at all', async () => {
  const { rendered, requests, becomes } = await open('Starting')
  expect(requests()).toBe(0)
  await becomes({ status: 'Crashed', crashedAt: first })
  await expect.poll(requests).toBe(1)
  expect(rendered()).toMatchObject({ failed: false, crashedAt: first })
  await becomes({ isHibernated: true })
  await becomes({ status: 'Stopped', crashedAt: null })
  expect(requests()).toBe(1)
})
