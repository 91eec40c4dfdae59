import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { Loaded } from '../../api/form/loaded'
import { RecentActivity } from './recent-activity'

test('activity that could not be read is said as everywhere, and shown as soon as another try reads it', async () => {
  let response = () => Response.json({ errors: [{ status: '500', code: 'internal' }] }, { status: 500 })
  vi.stubGlobal('fetch', async () => response())
  const {
    queries,
    current: rendered,
    change,
  } = await renderForm(() => RecentActivity({ project: 'harbour', members: [] }))
  const loaded = () => propsOf<Parameters<typeof Loaded>[0]>(Loaded, rendered())
  await change(() => expect.poll(() => loaded().error).toBeTruthy())
  expect(loaded()).toMatchObject({ data: undefined, what: 'Recent activity' })
  response = () => Response.json({ events: [] })
  await change(async () => {
    await queries.refetchQueries()
    await expect.poll(() => loaded().data).toEqual([])
  })
})
