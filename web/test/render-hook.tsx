import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { type Toast, Toasts } from '../src/ui/toast'
import { unmountAfterTest } from './unmount-after-test'

/**
 * For tests without a DOM: stubs `window` and `document` as far as React needs them and returns a root element for components that render
 * nothing.
 */
export function stubPage(): Element {
  const page = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document: page, HTMLIFrameElement: class {} }))
  vi.stubGlobal('document', page)
  const element = { nodeType: 1, tagName: 'DIV', ownerDocument: page, textContent: '' }
  return Object.assign(new EventTarget(), element) as unknown as Element
}

/**
 * For tests without a DOM: runs a hook in a component and returns a getter of its latest result, undefined before the first render has been
 * committed and its effects have run. Unmounts after the test.
 */
export function renderHook<Result>(queries: QueryClient, useResult: () => Result): () => Result | undefined {
  let result: Result | undefined
  const root = createRoot(stubPage())
  root.render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <HookRunner
          useResult={useResult}
          onCommit={(committed) => {
            result = committed
          }}
        />
      </QueryClientProvider>
    </I18nProvider>,
  )
  unmountAfterTest(root)
  return () => result
}

/** For tests without a DOM: the toasts shown since the first render. They stay, as no timer removes them. */
export function useVisibleToasts(): readonly Toast[] {
  const element = { nodeType: 1, append: () => undefined, remove: () => undefined }
  Object.assign(document, { body: element, createElement: () => element })
  const { children } = Toasts() as unknown as { children: ReactElement<{ toast: Toast }>[] }
  const [earlier] = useState(() => new Set(children.map(({ key }) => key)))
  return children.filter(({ key }) => !earlier.has(key)).map(({ props }) => props.toast)
}

/** For tests of other calls: a response that never comes. The connection probe is answered, since it is shared by the whole process. */
export const neverResponds = (address: string): Promise<Response> =>
  address === '/regions.json' ? Promise.resolve(Response.json([])) : new Promise(() => {})

function HookRunner<Result>({ useResult, onCommit }: { useResult(): Result; onCommit(result: Result): void }): null {
  const result = useResult()
  // After the hook's own effects: before them it is not ready to be called.
  useEffect(() => onCommit(result))
  return null
}
