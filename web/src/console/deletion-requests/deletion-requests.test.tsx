import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { DeletionTask } from '@lintel/contract/people/deletion-tasks'
import type { CurrentUser } from '@lintel/contract/people/users'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { currentUser } from '../../session/current-user'
import { DeletionRequests } from './deletion-requests'
import { openDeletions } from './open-deletions'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const user = 'mei@nord.example'
const unneeded: DeletionTask = {
  user,
  requestedAt: '2026-01-02T03:04:05Z',
  ownedProjects: [],
  ownedProjectsTotal: 0,
  deletedProjects: [],
  deletedProjectsTotal: 0,
  soleAdministratorOf: [],
  isStaff: false,
  otherMemberships: 0,
  answers: [],
}

/** Renders the screen of staff, or of a customer, with one open request. */
function render(task: Partial<DeletionTask>, reader = 'stig@lintel.example', customer?: string): string {
  const queries = new QueryClient()
  queries.setQueryData(currentUser.queryKey, { email: reader } as CurrentUser)
  queries.setQueryData(openDeletions(customer).queryKey, [{ ...unneeded, ...task }])
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <DeletionRequests customer={customer} />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

const buttonOf = (rendered: string, label: string) =>
  new RegExp(`<button[^>]*aria-label="${label}: ${user}"[^>]*>`).exec(rendered)?.[0]
const nothing = 'Nothing here depends on this account.'

test('an account that nothing depends on can be deleted', () => {
  const rendered = render({})
  expect(rendered).toContain(nothing)
  expect(buttonOf(rendered, 'Delete the account')).not.toContain('disabled')
})

const site = { id: 'site', name: 'Old site' }
test.each<[string, Partial<DeletionTask>, RegExp]>([
  ['an owned project', { ownedProjects: [site], ownedProjectsTotal: 1 }, /Owns 1 project.*Old site/],
  [
    'a deleted project until its purge',
    { deletedProjects: [{ ...site, purgedAt: '2026-02-03T12:00:00Z' }], deletedProjectsTotal: 2 },
    /Owns 2 deleted projects.*Old site, removed for good on February 3, 2026.*and 1 more/,
  ],
  ['a customer without another administrator', { soleAdministratorOf: [site] }, /Old site would be left without/],
  ['the role of staff', { isStaff: true }, /Belongs to the platform’s staff/],
])(
  '%s keeps an account from being deleted: the button is disabled and described by the reason',
  (_case, task, reason) => {
    const rendered = render(task)
    expect(rendered).not.toContain(nothing)
    const button = buttonOf(rendered, 'Delete the account') ?? ''
    expect(button).toContain('disabled')
    const [, described] = /aria-describedby="([^"]+)"/.exec(button) ?? []
    const [, description = ''] = rendered.split(`<div id="${described}"`)
    expect(description).toMatch(reason)
    // An administrator answers for the customer, whatever stands against it elsewhere.
    expect(buttonOf(render(task, 'kari@nord.example', 'nord'), 'Agree')).not.toContain('disabled')
  },
)

test.each([undefined, 'nord'])('one’s own request is withdrawn in one’s account, and not answered', (customer) => {
  const own = render({}, user, customer)
  expect(own).toContain(user)
  expect(own).not.toContain(`: ${user}"`)
  expect(own).toContain('This request is your own: others answer it.')
  expect(own).toMatch(/<a [^>]*href="\/delete-user"[^>]*>Withdraw it in your account<\/a>/)
  const others = render({}, 'kari@nord.example', customer)
  expect(others).toContain(`: ${user}"`)
  expect(others).not.toContain('/delete-user')
})

test('staff record what somebody asked them for; administrators do not', () => {
  expect(render({})).toMatch(/<button[^>]*>Record a request<\/button>/)
  expect(render({}, 'kari@nord.example', 'nord')).not.toContain('Record a request')
})
