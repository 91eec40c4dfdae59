import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { newWidget } from './edited-widget'
import { WidgetBox } from './widget-box'

type Referred = ReactElement<{ ref: { current: unknown } }>

/** Closes a widget's settings while this element has the focus; returns whether the button that opened them gets it. */
async function closeSettings(focused: (body: object) => object): Promise<boolean> {
  const button = { focus: vi.fn() }
  const { current: rendered, change } = await renderForm(() => {
    const [settings, setSettings] = useState<ReactNode>('settings')
    const widget = newWidget('harbour', 'workflows', 0)
    const box = WidgetBox({ widget, place: 1, count: 1, actions: undefined, settings, children: null })
    const { ref } = (box as Referred).props
    ref.current = { querySelector: () => button }
    return { turn: () => setSettings(undefined) }
  })
  const body = {}
  Object.assign(document, { body, activeElement: focused(body) })
  await change(() => rendered().turn())
  return button.focus.mock.calls.length > 0
}

test('settings that are left give the focus to the button that opened them', async () => {
  expect(await closeSettings((body) => body)).toBe(true)
})

test('settings that are left take the focus neither from those of another widget nor from where somebody has gone meanwhile', async () => {
  expect(await closeSettings(() => ({}))).toBe(false)
})

test('the actions of a widget are in the group that names it, without the roles of a toolbar that would need its keys', () => {
  const actions = { onMove: vi.fn(), onEdit: vi.fn(), onDelete: vi.fn(), onDrag: vi.fn(), onDrop: vi.fn() }
  const box = { ...{ widget: newWidget('harbour', 'workflows', 0), place: 1, count: 1 }, actions, settings: undefined }
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <WidgetBox {...box}>{null}</WidgetBox>
    </I18nProvider>,
  )
  expect(rendered).toContain('aria-label="Edit Workflows"')
  expect([...rendered.matchAll(/role="(\w+)"/g)].map(([, role]) => role)).toEqual(['group'])
})
