import { expect, test, vi } from 'vitest'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { Loaded } from '../../api/form/loaded'
import { RecentActivity } from './recent-activity'

test('activity that could not be read is said as everywhere, and shown as soon as another try reads it', async () => {
  let answer = () => Response.json({ errors: [{ status: '500', code: 'internal' }] }, { status: 500 })
  vi.stubGlobal('fetch', async () => answer())
  const { queries, drawn, change } = await drawForm(() => RecentActivity({ project: 'harbour', members: [] }))
  const loaded = () => givenTo<Parameters<typeof Loaded>[0]>(Loaded, drawn())
  await change(() => expect.poll(() => loaded().error).toBeTruthy())
  expect(loaded()).toMatchObject({ data: undefined, what: 'Recent activity' })
  answer = () => Response.json({ events: [] })
  await change(async () => {
    await queries.refetchQueries()
    await expect.poll(() => loaded().data).toEqual([])
  })
})
