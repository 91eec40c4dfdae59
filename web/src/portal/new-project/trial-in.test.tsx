import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { readCurrentUser } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { Route } from '../../routes/_signed-in/new-project/index'

const [atelier, nord] = [
  { id: 'atelier', name: 'Atelier Freja', loginMethods: [], isTrial: true },
  { id: 'nord', name: 'Nordbygg AS', loginMethods: [], isTrial: false },
]
const freja = {
  ...{ id: 'freja@atelier.example', email: 'freja@atelier.example', role: null, guestOf: null, restriction: null },
  ...{ method: 'password', loginMethod: 'COGNITO', customerAdminFor: [atelier, nord], apiUserFor: [] },
}

const listOf = (type: string, records: readonly { id: string }[]) =>
  Response.json({ data: records.map(({ id, ...attributes }) => ({ type, id, attributes })) })

interface Own {
  /** When the trials of the person's projects end, by project. */
  trials?: (string | null)[]
  beginsWithTrial?: boolean
  trialRunning?: boolean
  role?: 'rendra_staff'
}

/** The screen at this address, for an administrator of both customers. */
async function open(address: string, { trials = [], ...own }: Own) {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/130.0', maxTouchPoints: 0, onLine: true })
  vi.stubGlobal('location', new URL('https://lintel.example/'))
  vi.stubGlobal('fetch', async (requested: string) => {
    const { pathname, searchParams } = new URL(requested, location.href)
    if (pathname === readCurrentUser.path)
      return Response.json({ ...freja, beginsWithTrial: false, trialRunning: false, ...own })
    if (pathname === `${clusterConfiguration.path}/${clusterConfigurationId}`)
      return Response.json({
        data: {
          type: clusterConfiguration.type,
          id: clusterConfigurationId,
          attributes: { environment: 'production' },
        },
      })
    if (pathname === customers.path) {
      const trialsOnly = searchParams.get('filter[isTrial]') === 'true'
      return listOf(
        'customers',
        [atelier, nord].filter(({ isTrial }) => isTrial || !trialsOnly),
      )
    }
    if (pathname !== projects.path) return listOf('nothing', [])
    expect(searchParams.get('filter[owner]')).toBe(freja.email)
    expect(searchParams.get('filter[isInactive]')).toBe('false')
    return listOf(
      'projects',
      trials.map((trialEndsAt, at) => ({ id: `${at}`, trialEndsAt })),
    )
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const queries = createQueryClient()
  const root = createRootRouteWithContext<{ queries: typeof queries }>()()
  const place = { id: '/_signed-in/new-project/', path: '/new-project', getParentRoute: () => root }
  const router = createRouter({
    routeTree: root.addChildren([Route.update(place as never)]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { queries },
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(markup).toContain('<h1>New project</h1>')
  return {
    customer: /The project will belong to <bdi>(.*?)<\/bdi>/.exec(markup)?.[1],
    offersTrial: markup.includes('Free for 10 days'),
    saysWhyNot: markup.includes('One person has one project on trial at a time.'),
  }
}

const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
const running = { trials: [null, inAnHour] }
const over = { trials: [null, anHourAgo] }

test.each([
  ['atelier', 'nothing', {}, { customer: atelier.name, offersTrial: true, saysWhyNot: false }],
  ['atelier', 'a trial that is over', over, { customer: atelier.name, offersTrial: true, saysWhyNot: false }],
  ['atelier', 'a running trial', running, { customer: atelier.name, offersTrial: false, saysWhyNot: true }],
  ['nord', 'a running trial', running, { customer: nord.name, offersTrial: false, saysWhyNot: false }],
])(
  'for a project in %s, whoever owns %s is told before anything is typed whether a trial begins',
  async (customer, _owned, own, shown) => {
    expect(await open(`/new-project?customer=${customer}`, own)).toEqual(shown)
    // What holds for the customer that the server would choose says nothing about this one.
    for (const elsewhere of [
      { beginsWithTrial: true, trialRunning: false },
      { beginsWithTrial: false, trialRunning: true },
    ])
      expect(await open(`/new-project?customer=${customer}`, { ...own, ...elsewhere })).toEqual(shown)
  },
)

test.each(['/new-project', '/new-project?customer=foreign'])(
  'at %s the customer is chosen by the server, which says whether a trial begins',
  async (address) => {
    expect(await open(address, { beginsWithTrial: true })).toMatchObject({ offersTrial: true, saysWhyNot: false })
    expect(await open(address, { trialRunning: true })).toMatchObject({ offersTrial: false, saysWhyNot: true })
    expect(await open(address, running)).toEqual({ customer: undefined, offersTrial: false, saysWhyNot: false })
  },
)

test('staff are offered no trial and have no limit, whichever customer they choose', async () => {
  const shown = await open('/new-project?customer=atelier', { role: 'rendra_staff', ...running })
  expect(shown).toEqual({ customer: undefined, offersTrial: false, saysWhyNot: false })
})
