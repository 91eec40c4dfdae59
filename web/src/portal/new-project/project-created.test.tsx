import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { propsOf, renderForm } from '../../../test/render-form'
import { Button } from '../../ui/button'
import { ProjectCreated } from './project-created'

type Props = ComponentProps<typeof ProjectCreated>

const propsIn = (state: 'failed' | 'complete', rights: Pick<Props, 'isOwner' | 'mayRetry'>): Props => ({
  project: { name: 'Quay', projectUri: 'https://lintel.example/project-quay/', trialEndsAt: null },
  progress: {
    ...{ state, step: null, failure: null, done: 1, total: 1, isDelayed: false },
    ...{ brought: [], skipped: [], skippedCount: 0 },
  } as unknown as Props['progress'],
  ...rights,
  ...{ isRetrying: false, onRetry: () => undefined },
})

function markupOf(props: Props): string {
  vi.stubGlobal('location', new URL('https://lintel.example/new-project'))
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RouterContextProvider router={router}>
        <ProjectCreated {...props} />
      </RouterContextProvider>
    </I18nProvider>,
  )
}

test('only the owner is told to be it, and only those who may repeat the creation are offered it', () => {
  const owner = { isOwner: true, mayRetry: true }
  const member = { isOwner: false, mayRetry: false }
  expect(markupOf(propsIn('complete', owner))).toContain('You are its owner')
  expect(markupOf(propsIn('complete', member))).not.toContain('You are its owner')
  expect(markupOf(propsIn('failed', owner))).toContain('Try again')
  expect(markupOf(propsIn('failed', member))).not.toContain('Try again')
})

test('whoever tries the creation again is at the heading once the button is gone', async () => {
  const onRetry = vi.fn()
  const props = { ...propsIn('failed', { isOwner: true, mayRetry: true }), onRetry }
  const { current } = await renderForm(() => ProjectCreated(props))
  const pressed = pressedButton()
  propsOf(Button, current()).onClick?.({} as never)
  expect(onRetry).toHaveBeenCalledOnce()
  expect(pressed.remove()).toBe('heading')
})
