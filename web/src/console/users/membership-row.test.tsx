import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
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
  isOpen?: boolean
}

/** Renders the row of a person in a project; the customer has these login methods. */
function render({
  level = privilegeLevel.member,
  inherits,
  ofProject,
  ofCustomer = [],
  isOpen = false,
}: RowInput): string {
  const queries = new QueryClient()
  const providers = [
    { id: 'partner', name: 'Partner Engineering' },
    { id: 'nord', name: 'Nordbygg' },
  ]
  queries.setQueryData(all(ssoProviders).queryKey, { records: providers as never, included: [] })
  queries.setQueryData(one(customers, 'c').queryKey, read({ providers: ofCustomer, timeZone: 'Europe/Oslo' }))
  if (ofProject) queries.setQueryData(one(projects, 'p').queryKey, read({ providers: ofProject }))
  const draft: Pick<FormDraft<MemberValues>, 'values' | 'set'> = { values: { ...noMember, level }, set: noop }
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <table>
          <tbody>
            <MembershipRow
              {...{ customer: 'c', project: { id: 'p', name: 'Harbour' }, member: undefined, isGuest: false, inherits }}
              {...{ note: undefined, fixed: undefined, source: undefined, hasLogins: false, isOpen, onToggle: noop }}
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
