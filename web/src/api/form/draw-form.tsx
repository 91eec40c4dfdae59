import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, isValidElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { emptyPage } from '../draw-hook'
import { createQueryClient } from '../query-client'
import { savesSettled } from '../saves-settled'
import { Loaded } from './loaded'

/** What has come of a call is told a moment after it. */
const told = () => new Promise((resolve) => setTimeout(resolve))

/** For tests that need no screen: what a hook of a form gives, on a screen that can be left. */
export async function drawForm<Given>(useGiven: () => Given, queries = createQueryClient()) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  })
  const given: Given[] = []
  const root = createRoot(emptyPage())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('location', new URL('https://lintel.example/form'))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    // What is still to be told to a form that is gone is told before its page is gone as well.
    await savesSettled(queries)
    await told()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <Drawn draw={() => given.splice(0, 1, useGiven())} />
          </RouterContextProvider>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  /** What was given last. */
  function drawn(): Given {
    const [last] = given
    if (last === undefined) throw new Error('Nothing has been drawn.')
    return last
  }
  return {
    queries,
    drawn,
    /** Does something to what is drawn, which is drawn anew by then. */
    change: (work: (now: Given) => unknown) =>
      act(async () => {
        await work(drawn())
      }),
    /** Everything that is being saved is answered, and that is drawn. */
    saved: () =>
      act(async () => {
        await savesSettled(queries)
        await told()
      }),
    /** As a link begins it: the other screen is still to be loaded. */
    goElsewhere() {
      router.history.push('/elsewhere')
      router.updateLatestLocation()
    },
  }
}

function Drawn({ draw: useDrawn }: { draw(): void }): null {
  useDrawn()
  return null
}

/** What a component is given where it stands in what is drawn, which is looked through as far as it is written out. */
export function givenTo<Props>(component: (props: Props) => ReactNode, drawn: unknown): Props {
  const [found] = allGivenTo(component, drawn)
  if (found === undefined) throw new Error(`${component.name} is not drawn.`)
  return found
}

function allGivenTo<Props>(component: (props: Props) => ReactNode, drawn: unknown): Props[] {
  if (Array.isArray(drawn)) return drawn.flatMap((each) => allGivenTo(component, each))
  if (!isValidElement<Record<string, unknown>>(drawn)) return []
  const { type, props } = drawn
  const { data, children } = props
  const loaded = type === Loaded && data !== undefined && (children as (data: unknown) => ReactNode)(data)
  const within = allGivenTo(component, [...Object.values(props), loaded])
  return type === component ? [props as Props, ...within] : within
}
