import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../test/render-form'
import { createQueryClient } from '../api/query-client'
import { SearchField } from '../ui/search-field'
import { myProjectLinks } from './my-project-links'
import { ProjectSwitcher } from './project-switcher'

/** The words of rendered elements. */
const textOf = (element: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{element}</I18nProvider>,
  ).trim()

test('how many projects match is announced, and which one Enter opens', async () => {
  const names = ['Harbour', 'Harbour north', ...Array.from({ length: 20 }, (_, at) => `Tower ${at}`)]
  const queries = createQueryClient()
  queries.setQueryData(myProjectLinks.queryKey, {
    records: names.map((name) => ({ id: name, name, externalId: null, loginMethods: [], lastDay: null })),
    included: [],
  } as never)
  const { current, change } = await renderForm(() => ProjectSwitcher({ onClose: () => undefined }), queries)
  async function announcedFor(text: string) {
    await change((rendered) => propsOf(SearchField, rendered).onSearch(text))
    const regions = allPropsOf<{ role?: string; children?: ReactNode }>('p' as never, current())
    return textOf(regions.find(({ role }) => role === 'status')?.children)
  }
  expect(await announcedFor('')).toBe('')
  expect(await announcedFor('harbour')).toBe('2 projects found Enter opens Harbour')
  expect(await announcedFor('tower')).toMatch(/^20 projects found Enter opens Tower \d+$/)
  expect(await announcedFor('harbour x')).toBe('0 projects found')
})
