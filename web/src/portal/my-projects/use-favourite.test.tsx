import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { myProjectLinks } from '../../shell/my-project-links'
import { useFavourite } from './use-favourite'

test('quick changes of one project are sent one after the other, and the latest is shown whatever becomes of those before', async () => {
  const asked: { method: string; answer(status: number): void }[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) =>
    address.includes('favourite')
      ? new Promise<Response>((resolve) =>
          asked.push({ method, answer: (status) => resolve(new Response(null, { status })) }),
        )
      : neverResponds(address),
  )
  const { change, queries, saved } = await renderForm(useFavourite)
  queries.setQueryData(myProjectLinks.queryKey, { records: [{ id: 'p', isFavourite: false }] } as never)
  const isFavourite = () => queries.getQueryData(myProjectLinks.queryKey)?.records[0]?.isFavourite
  for (const next of [true, false, true]) await change((choose) => choose({ id: 'p', isFavourite: next }))
  expect(isFavourite()).toBe(true)
  const methods = () => asked.map(({ method }) => method)
  for (const [at, status] of [404, 204, 204].entries()) {
    await expect.poll(() => asked.length).toBe(at + 1)
    await change(() => asked[at]?.answer(status))
    expect(isFavourite()).toBe(true)
  }
  await saved()
  expect(methods()).toEqual(['POST', 'DELETE', 'POST'])
  await change((choose) => choose({ id: 'p', isFavourite: false }))
  await expect.poll(() => asked.length).toBe(4)
  await change(() => asked[3]?.answer(404))
  await saved()
  expect(isFavourite()).toBe(true)
})
