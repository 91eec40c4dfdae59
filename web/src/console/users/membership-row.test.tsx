import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import type { ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FormDraft } from '../../api/form/use-draft'
import { all, one } from '../../api/resource'
import { type MemberValues, noMember } from './member-draft'
import { MembershipRow } from './membership-row'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const noop = () => undefined
const read = (record: object) => ({ record: record as never, included: [] })

interface RowInput {
  level?: PrivilegeLevel
  /** Login methods of the project, where the person is a member. */
  inherits?: string[]
  /** Login methods of the project, where it is loaded separately. */
  ofProject?: string[]
  ofCustomer?: string[]
  secondFactorFrom?: string
  /** Whether the login methods of the customer were read. */
  isPolicyRead?: boolean
  /** The level, where it cannot be changed. */
  fixed?: PrivilegeLevel
  lastDay?: string
  /** The stored membership, as far as its last login needs it. */
  member?: Pick<ProjectMember, 'invited' | 'lastLogin' | 'loggedLastMonth'>
  isOpen?: boolean
}

/** Renders the row of a person in a project; the customer has these login methods. */
function render({
  level = privilegeLevel.member,
  inherits,
  ofProject,
  ofCustomer = [],
  secondFactorFrom,
  isPolicyRead = true,
  fixed,
  lastDay = '',
  member,
  isOpen = false,
}: RowInput): string {
  const queries = new QueryClient()
  const providers = [
    { id: 'partner', name: 'Partner Engineering' },
    { id: 'nord', name: 'Nordbygg' },
  ]
  queries.setQueryData(all(ssoProviders).queryKey, { records: providers as never, included: [] })
  queries.setQueryData(one(customers, 'c').queryKey, read({ timeZone: 'Europe/Oslo' }))
  if (isPolicyRead)
    queries.setQueryData(one(securityPolicies, 'c').queryKey, read({ loginMethods: ofCustomer, secondFactorFrom }))
  if (ofProject) queries.setQueryData(one(projects, 'p').queryKey, read({ providers: ofProject }))
  const draft: Pick<FormDraft<MemberValues>, 'values' | 'set'> = { values: { ...noMember, level, lastDay }, set: noop }
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <table>
          <tbody>
            <MembershipRow
              {...{ customer: 'c', project: { id: 'p', name: 'Harbour' }, isGuest: false, inherits }}
              {...{ note: undefined, fixed, source: undefined, isOpen, onToggle: noop }}
              member={member as ProjectMember | undefined}
              hasLogins={member !== undefined}
              draft={draft as FormDraft<MemberValues>}
            />
          </tbody>
        </table>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** Content of the login methods column. */
const methodsIn = (rendered: string) => /<td[^>]*methods[^>]*>(.*?)<\/td>/.exec(rendered)?.[1]

test('the project’s own login methods stand before the customer’s; without either any is allowed', () => {
  expect(methodsIn(render({ inherits: ['partner'], ofCustomer: ['nord'] }))).toBe('default Partner Engineering')
  expect(methodsIn(render({ inherits: [], ofCustomer: ['nord'] }))).toBe('default Nordbygg')
  expect(methodsIn(render({ inherits: [] }))).toBe('any')
})

test('of a project that somebody is not in yet nothing is said before its login methods were read', () => {
  for (const ofCustomer of [[], ['nord']]) {
    expect(methodsIn(render({ ofCustomer }))).toBe('')
    expect(methodsIn(render({ ofCustomer, ofProject: ['partner'] }))).toBe('default Partner Engineering')
    const opened = render({ ofCustomer, isOpen: true })
    expect(opened).toContain('aria-label="Loading"')
    expect(opened).not.toMatch(/>(any|default [^<]*)</)
  }
  const unread = render({ ofProject: [], isPolicyRead: false, isOpen: true })
  expect(methodsIn(unread)).toBe('')
  expect(unread).toContain('aria-label="Loading"')
  expect(methodsIn(render({ ofCustomer: ['nord'], ofProject: [] }))).toBe('default Nordbygg')
  expect(render({ ofProject: ['partner'], isOpen: true }).match(/default Partner Engineering/g)).toHaveLength(2)
  expect(methodsIn(render({ level: privilegeLevel.inactive, ofProject: ['partner'] }))).toBe('')
})

test('the end and the login methods of an open row are those of its project', () => {
  const opened = render({ inherits: [], isOpen: true })
  const [, within] = opened.split('<fieldset aria-label="Harbour"')
  expect(within).toContain('End date')
  expect(within).toContain('Login methods')
})

test('while the customer requires a second factor the inherited password is the one with it', () => {
  const secondFactorFrom = '2026-01-01T00:00:00Z'
  const withSecondFactor = 'Email, password and two-step verification'
  expect(methodsIn(render({ inherits: ['COGNITO'] }))).toBe('default Email and password')
  expect(methodsIn(render({ inherits: ['COGNITO'], secondFactorFrom }))).toBe(`default ${withSecondFactor}`)
  expect(methodsIn(render({ inherits: [], ofCustomer: ['partner', 'COGNITO'], secondFactorFrom }))).toBe(
    `default Partner Engineering, ${withSecondFactor}`,
  )
  expect(methodsIn(render({ inherits: [], secondFactorFrom }))).toBe(
    `default ${withSecondFactor}, Partner Engineering, Nordbygg`,
  )
  expect(methodsIn(render({ inherits: [], secondFactorFrom: '9999-01-01T00:00:00Z' }))).toBe('any')
})

/** What an open row says of the hidden columns. */
const hiddenColumnsIn = (rendered: string) =>
  Array.from(rendered.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g), ([, label, content]) => [label, content])

test('on a phone an open row shows the last login', () => {
  const member = { invited: true, lastLogin: null, loggedLastMonth: false }
  expect(hiddenColumnsIn(render({ inherits: [], member, isOpen: true }))).toEqual([
    ['Last login', 'more than a month ago'],
  ])
  expect(hiddenColumnsIn(render({ inherits: [], member }))).toEqual([])
  expect(hiddenColumnsIn(render({ inherits: [], isOpen: true }))).toEqual([])
})

test('on a phone a row that cannot be changed is opened to be read', () => {
  const member = { invited: false, lastLogin: null, loggedLastMonth: false }
  const locked = { level: privilegeLevel.owner, fixed: privilegeLevel.owner, inherits: ['partner'], member }
  const closed = render(locked)
  expect(closed).toMatch(/<button[^>]*class="[^"]*onPhone[^"]*" aria-label="Options in Harbour"/)
  expect(hiddenColumnsIn(closed)).toEqual([])
  const opened = render({ ...locked, isOpen: true })
  expect(hiddenColumnsIn(opened)).toEqual([
    ['End date', '—'],
    ['Login methods', 'default Partner Engineering'],
    ['Last login', 'never'],
  ])
  expect(opened).toMatch(/<tr id="[^"]*" class="[^"]*onPhone/)
  expect(opened).not.toMatch(/<(input|fieldset|select)/)
  expect(hiddenColumnsIn(render({ ...locked, lastDay: '2020-01-31', isOpen: true }))[0]).toEqual([
    'End date',
    '2020-01-31',
  ])
  expect(render({ ...locked, level: privilegeLevel.inactive })).not.toContain('Options in Harbour')
})
