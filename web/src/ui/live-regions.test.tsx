import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../test/render-form'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { CopyField } from './copy-field'
import { GridState } from './grid/grid-state'
import { SelectedBar } from './grid/selected-bar'
import { SkeletonRows } from './skeleton-rows'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const render = (element: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>)
/** The words of a rendered element. */
const textsOf = (element: ReactNode) =>
  render(element)
    .split(/<[^>]*>/)
    .filter(Boolean)

test('what is loading says so in words, which a region needs to be announced', () => {
  expect(textsOf(<SkeletonRows />)).toEqual(['Loading'])
  expect(textsOf(<GridState state="loading" isEmpty empty={null} headHeight={0} />)).toEqual(['Loading'])
})

test('the region for what left a selection is there before its text', () => {
  const bar = (left: number) => render(<SelectedBar label="Selected" title="2 selected" left={left} />)
  expect(bar(0)).toMatch(/<span[^>]*role="status"[^>]*><\/span>/)
  expect(bar(1)).toMatch(/<span[^>]*role="status"[^>]*>1 is no longer shown and not selected<\/span>/)
})

test('a button beside a value says what it copies', () => {
  expect(render(<CopyField label="Token" value="feed_1" />)).toMatch(/<button[^>]*aria-label="Copy: Token"[^>]*>/)
})

test('a copy is confirmed beside the button, whose content is not announced', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => undefined } })
  const { current, change } = await renderForm(() => CopyButton({ text: 'feed_1', children: 'Copy the text' }))
  const region = () => /<\/button>(.*)$/.exec(render(current()))?.[1]
  expect(region()).toBe('<span class="said-only" aria-live="polite"></span>')
  await change(async (rendered) => propsOf(Button, rendered).onClick?.({} as never))
  expect(region()).toBe('<span class="said-only" aria-live="polite">Copied</span>')
  expect(render(current())).not.toMatch(/<button(?:(?!<\/button>).)*aria-live/)
})
