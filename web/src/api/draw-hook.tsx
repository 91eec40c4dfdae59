import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { type Toast, Toasts } from '../ui/toast'

/** For tests that need no screen: a window and a page, as far as React asks for them; gives as much of an element as a component needs that draws nothing. */
export function emptyPage(): Element {
  const page = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document: page, HTMLIFrameElement: class {} }))
  vi.stubGlobal('document', page)
  const place = { nodeType: 1, tagName: 'DIV', ownerDocument: page, textContent: '' }
  return Object.assign(new EventTarget(), place) as unknown as Element
}

/**
 * For tests that need no screen: what a hook gives in a component of its own, as React draws it again and again. Undefined before the first drawing. It leaves the page with the test.
 */
export function drawHook<Given>(queries: QueryClient, useGiven: () => Given): () => Given | undefined {
  let given: Given | undefined
  const draw = () => {
    given = useGiven()
  }
  const root = createRoot(emptyPage())
  root.render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <Drawn draw={draw} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  onTestFinished(async () => {
    root.unmount()
    // What React does after it still looks at the window.
    await new Promise((resolve) => setTimeout(resolve))
    vi.unstubAllGlobals()
  })
  return () => given
}

/** For tests that need no screen: the toasts that are shown since, where none is drawn. They stay: no clock takes them away. */
export function useShownToasts(): readonly Toast[] {
  const place = { nodeType: 1, append: () => undefined, remove: () => undefined }
  Object.assign(document, { body: place, createElement: () => place })
  const { children } = Toasts() as unknown as { children: ReactElement<{ toast: Toast }>[] }
  const [earlier] = useState(() => new Set(children.map(({ key }) => key)))
  return children.filter(({ key }) => !earlier.has(key)).map(({ props }) => props.toast)
}

/**
 * For tests that are about other calls: an answer that never comes. Whether the server is there at all is asked once for the whole process,
 * and is answered.
 */
export const unanswered = (address: string): Promise<Response> =>
  address === '/regions.json' ? Promise.resolve(Response.json([])) : new Promise(() => {})

function Drawn({ draw: useDrawn }: { draw(): void }): null {
  useDrawn()
  return null
}
