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
const does = () => undefined
const read = (record: object) => ({ record: record as never, included: [] })

interface Given {
  level?: PrivilegeLevel
  /** The login methods of the project, where the person is in it. */
  inherits?: string[]
  /** The same, where the project was read by itself. */
  ofProject?: string[]
  ofCustomer?: string[]
  isOpen?: boolean
}

/** The row of somebody in a project of a customer whose people sign in by these methods. */
function draw({ level = privilegeLevel.member, inherits, ofProject, ofCustomer = [], isOpen = false }: Given): string {
  const queries = new QueryClient()
  const providers = [
    { id: 'partner', name: 'Partner Engineering' },
    { id: 'nord', name: 'Nordbygg' },
  ]
  queries.setQueryData(all(ssoProviders).queryKey, { records: providers as never, included: [] })
  queries.setQueryData(one(customers, 'c').queryKey, read({ providers: ofCustomer, timeZone: 'Europe/Oslo' }))
  if (ofProject) queries.setQueryData(one(projects, 'p').queryKey, read({ providers: ofProject }))
  const draft: Pick<FormDraft<MemberValues>, 'values' | 'set'> = { values: { ...noMember, level }, set: does }
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <table>
          <tbody>
            <MembershipRow
              {...{ customer: 'c', project: { id: 'p', name: 'Harbour' }, member: undefined, isGuest: false, inherits }}
              {...{ note: undefined, fixed: undefined, source: undefined, hasLogins: false, isOpen, onToggle: does }}
              draft={draft as FormDraft<MemberValues>}
            />
          </tbody>
        </table>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** What stands in the column of login methods. */
const methodsIn = (drawn: string) => /<td[^>]*methods[^>]*>(.*?)<\/td>/.exec(drawn)?.[1]

test('the project’s own login methods stand before the customer’s; without either any is allowed', () => {
  expect(methodsIn(draw({ inherits: ['partner'], ofCustomer: ['nord'] }))).toBe('default Partner Engineering')
  expect(methodsIn(draw({ inherits: [], ofCustomer: ['nord'] }))).toBe('default Nordbygg')
  expect(methodsIn(draw({ inherits: [] }))).toBe('any')
})

test('of a project that somebody is not in yet nothing is said before its login methods were read', () => {
  for (const ofCustomer of [[], ['nord']]) {
    expect(methodsIn(draw({ ofCustomer }))).toBe('')
    expect(methodsIn(draw({ ofCustomer, ofProject: ['partner'] }))).toBe('default Partner Engineering')
    const opened = draw({ ofCustomer, isOpen: true })
    expect(opened).toContain('aria-label="Loading"')
    expect(opened).not.toMatch(/>(any|default [^<]*)</)
  }
  expect(methodsIn(draw({ ofCustomer: ['nord'], ofProject: [] }))).toBe('default Nordbygg')
  expect(draw({ ofProject: ['partner'], isOpen: true }).match(/default Partner Engineering/g)).toHaveLength(2)
  expect(methodsIn(draw({ level: privilegeLevel.inactive, ofProject: ['partner'] }))).toBe('')
})
