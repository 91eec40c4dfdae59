import { exportAuditCsv } from '@lintel/contract/settings/audit-log'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../api/form/render-form'
import { LoadError } from '../../api/load-error'
import { neverResponds, useVisibleToasts } from '../../api/render-hook'
import { Menu } from '../../ui/menu'
import { AuditLog } from './audit-log'

test('an export that fails is told in a toast with the request’s id, and leaves nothing on the screen', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith(exportAuditCsv.path)
      ? new Response('', { status: 500, headers: { 'x-request-id': 'export-1' } })
      : neverResponds(address),
  )
  const { current: rendered, change } = await renderForm(() => ({
    screen: AuditLog({ customer: 'north', selector: null, search: {}, onSearch: () => undefined }),
    toasts: useVisibleToasts(),
  }))
  expect(rendered().toasts).toEqual([])
  await change(({ screen }) =>
    propsOf(Menu, screen)
      .items.find(({ key }) => key === 'csv')
      ?.onChoose(),
  )
  await expect
    .poll(() => rendered().toasts)
    .toMatchObject([
      { kind: 'problem', text: 'Something went wrong on our side. Try again in a moment.', requestId: 'export-1' },
    ])
  expect(() => propsOf(LoadError, rendered().screen)).toThrow()
})
