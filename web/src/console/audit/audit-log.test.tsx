import { exportAuditCsv } from '@lintel/contract/settings/audit-log'
import { expect, test, vi } from 'vitest'
import { unanswered, useShownToasts } from '../../api/draw-hook'
import { Failed } from '../../api/failed'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { Menu } from '../../ui/menu'
import { AuditLog } from './audit-log'

test('an export that fails is told in a toast with the request’s id, and leaves nothing on the screen', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith(exportAuditCsv.path)
      ? new Response('', { status: 500, headers: { 'x-request-id': 'export-1' } })
      : unanswered(address),
  )
  const { drawn, change } = await drawForm(() => ({
    screen: AuditLog({ customer: 'north', selector: null, search: {}, onSearch: () => undefined }),
    toasts: useShownToasts(),
  }))
  expect(drawn().toasts).toEqual([])
  await change(({ screen }) =>
    givenTo(Menu, screen)
      .items.find(({ key }) => key === 'csv')
      ?.onChoose(),
  )
  await expect
    .poll(() => drawn().toasts)
    .toMatchObject([
      { kind: 'problem', text: 'Something went wrong on our side. Try again in a moment.', requestId: 'export-1' },
    ])
  expect(() => givenTo(Failed, drawn().screen)).toThrow()
})
