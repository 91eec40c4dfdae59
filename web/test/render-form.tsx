import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, isValidElement, type ReactElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { Loaded } from '../src/api/form/loaded'
import { createQueryClient } from '../src/api/query-client'
import { savesSettled } from '../src/api/saves-settled'
import { stubPage } from './render-hook'
import { unmountAfterTest } from './unmount-after-test'

/** Results of a call are delivered in a later task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** For tests without a DOM: runs a hook of a form inside a router, so that its screen can be left. */
export async function renderForm<Result>(useResult: () => Result, queries = createQueryClient()) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  })
  const results: Result[] = []
  const root = createRoot(stubPage())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('location', new URL('https://lintel.example/form'))
  unmountAfterTest(root, () => savesSettled(queries))
  await act(async () =>
    root.render(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <HookRunner render={() => results.splice(0, 1, useResult())} />
          </RouterContextProvider>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  /** The result of the last render. */
  function current(): Result {
    const [last] = results
    if (last === undefined) throw new Error('Nothing has been drawn.')
    return last
  }
  return {
    queries,
    /** Takes a page without a DOM for a server, and stays at the form, which is `/form`. */
    router,
    current,
    /** Runs an interaction; resolves after the next render. */
    change: (work: (now: Result) => unknown) =>
      act(async () => {
        await work(current())
      }),
    /** Resolves when all pending saves are answered and rendered. */
    saved: () =>
      act(async () => {
        await savesSettled(queries)
        await nextTask()
      }),
    /** Starts a navigation as a link does: the other screen is still loading. */
    navigateAway() {
      router.history.push('/elsewhere')
      router.updateLatestLocation()
    },
  }
}

function HookRunner({ render: useRender }: { render(): void }): null {
  useRender()
  return null
}

/** The props of the first element of a component in a rendered tree, searched as far as it is expanded. */
export function propsOf<Props>(component: (props: Props) => ReactNode, current: unknown): Props {
  const [props] = allPropsOf(component, current)
  if (props === undefined) throw new Error(`${component.name} is not drawn.`)
  return props
}

/** The props of all elements of a component, in the same way. */
export const allPropsOf = <Props,>(component: (props: Props) => ReactNode, current: unknown): Props[] =>
  allElementsOf(component, current).map(({ props }) => props)

/** All elements of a component, in the same way. */
export function allElementsOf<Props>(component: (props: Props) => ReactNode, current: unknown): ReactElement<Props>[] {
  if (Array.isArray(current)) return current.flatMap((each) => allElementsOf(component, each))
  if (!isValidElement<Record<string, unknown>>(current)) return []
  const { type, props } = current
  const { data, children } = props
  const loaded = type === Loaded && data !== undefined && (children as (data: unknown) => ReactNode)(data)
  const within = allElementsOf(component, [...Object.values(props), loaded])
  return type === component ? [current as unknown as ReactElement<Props>, ...within] : within
}
