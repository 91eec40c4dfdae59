import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { isValidElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { myProjectLinks } from '../../shell/my-project-links'
import { Confirm } from '../../ui/confirm'
import { DeleteProject } from './delete-project'

test('a deleted project leaves the list at once, and Undo restores it over the stored version', async () => {
  const saves: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    saves.push([new Headers(headers).get('if-match'), JSON.parse(String(body)).data.attributes])
    const attributes = { version: 4 + saves.length }
    return Response.json({ data: { type: 'projects', id: 'quay', attributes, meta: attributes } })
  })
  const queries = createQueryClient()
  queries.setQueryData(myProjectLinks.queryKey, { records: [{ id: 'harbour' }, { id: 'quay' }], included: [] } as never)
  const project = { id: 'quay', version: 4, name: 'Quay' } as never
  const { current, change, saved } = await renderForm(
    () => ({ dialog: DeleteProject({ project, onClose: () => {} }), toasts: useVisibleToasts() }),
    queries,
  )
  expect(isValidElement(current().dialog)).toBe(true)
  const consequences = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      {propsOf(Confirm, current().dialog).children}
    </I18nProvider>,
  )
  expect(consequences).toContain('Its owner and the customer’s administrators can restore it for')
  await change(({ dialog }) => propsOf(Confirm, dialog).onConfirm())
  await saved()
  expect(queries.getQueryData(myProjectLinks.queryKey)?.records.map(({ id }) => id)).toEqual(['harbour'])
  await change(({ toasts }) => toasts[0]?.action?.run())
  await saved()
  expect(saves).toEqual([
    ['"4"', { isInactive: true }],
    ['"5"', { isInactive: false }],
  ])
})
