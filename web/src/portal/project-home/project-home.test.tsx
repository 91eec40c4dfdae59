import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Project } from '@lintel/contract/projects/projects'
import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propsOf } from '../../../test/render-form'
import { renderHook } from '../../../test/render-hook'
import { Notice } from '../../ui/notice'
import { ProjectHome } from './project-home'

const minuteMs = 60_000

/** The home of a project that was opened then, with its only notice as text. */
function openedHome(openedAt: string, trialEndsAt: string) {
  vi.useFakeTimers({ now: new Date(openedAt), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const project = { id: 'quay', name: 'Quay', timeZone: 'Europe/Oslo', createdAt: openedAt, trialEndsAt } as Project
  const rest = { customerName: undefined, stats: undefined, membership: undefined }
  const home = renderHook(new QueryClient(), () =>
    ProjectHome({ project, ...rest, contents: null, activity: null, children: null }),
  )
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  return () =>
    renderToStaticMarkup(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        {home() && propsOf(Notice, home()).title}
      </I18nProvider>,
    )
}

test('a home that stays open counts the days of the trial that are left, until it has ended', async () => {
  const shown = openedHome('2026-11-23T23:50:00Z', '2026-11-25T00:00:00Z')
  await expect.poll(shown).toBe('Trial: 2 days left')
  vi.advanceTimersByTime(10 * minuteMs)
  await expect.poll(shown).toBe('Trial: 1 day left')
  vi.advanceTimersByTime(24 * 60 * minuteMs)
  await expect.poll(shown).toBe('The trial of this project has ended')
})

test('a trial that has just begun has its ten days left', async () => {
  const shown = openedHome('2026-11-23T12:07:05Z', '2026-12-03T12:07:00Z')
  await expect.poll(shown).toBe('Trial: 10 days left')
})
