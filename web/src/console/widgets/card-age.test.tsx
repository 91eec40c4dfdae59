import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { CardAge } from './card-age'
import { newWidget } from './edited-widget'
import { figuresOfWidget } from './widget-figures'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const widgets = ['info', 'flows', 'image'].map((id, at) => ({ ...newWidget('harbour', 'generic-info', at), id }))

/** Text of the card whose widgets' figures were read at these times; undefined for never. */
function textOf(...readAt: (Date | undefined)[]): string {
  const queries = new QueryClient()
  for (const [at, widget] of widgets.entries()) {
    const read = readAt[at]?.toISOString()
    if (read) queries.setQueryData(figuresOfWidget(widget).queryKey, { id: widget.id, state: 'read', readAt: read })
  }
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <CardAge widgets={widgets} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return rendered.replace(/<[^>]+>/g, '')
}

test('a card says when the oldest of its numbers was read, of which day where it is another, and nothing before any were read', () => {
  const now = new Date()
  const minuteAgo = new Date(Math.max(now.getTime() - 60_000, new Date(now).setHours(0, 0, 0, 0)))
  const time = (at: Date) => i18n.date(at, { timeStyle: 'short' })
  expect(textOf(now, minuteAgo, undefined)).toBe(`As of ${time(minuteAgo)}`)
  const longAgo = new Date(2026, 0, 9, 7, 5)
  expect(textOf(now, longAgo, minuteAgo)).toBe(`As of Jan 9, 2026, ${time(longAgo)}`)
  expect(textOf(undefined, undefined, undefined)).toBe('')
})

test('an age gets its date when the day ends, though nothing was read since', async () => {
  const read = new Date(2026, 0, 9, 23, 58)
  vi.useFakeTimers({ now: new Date(2026, 0, 9, 23, 59), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const queries = new QueryClient()
  for (const widget of widgets)
    queries.setQueryData(figuresOfWidget(widget).queryKey, {
      id: widget.id,
      state: 'read',
      readAt: read.toISOString(),
    })
  const age = renderHook(
    queries,
    () => CardAge({ widgets }) as ReactElement<{ children: ReactElement<{ values: { time: string } }> }>,
  )
  Object.assign(document, { visibilityState: 'visible' })
  const time = i18n.date(read, { timeStyle: 'short' })
  const shown = () => age()?.props.children.props.values.time
  await expect.poll(shown).toBe(time)
  vi.advanceTimersByTime(60_000)
  await expect.poll(shown).toBe(`Jan 9, 2026, ${time}`)
})
