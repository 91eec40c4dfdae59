import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import type { AccessReason } from '@lintel/contract/people/access-reasons'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'
import { AccessExplanation } from './access-explanation'

const user = { email: 'gry@lie.example', name: 'Gry Lie' }
const project = { id: 'harbour', name: 'Harbour' }

/** The lines about these reasons, for a customer in Tokyo. */
function linesOf(...reasons: AccessReason[]): string[] {
  const queries = createQueryClient()
  queries.setQueryData(['access-why', user.email, project.id], { privilegeLevel: privilegeLevel.guest, reasons })
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  const record = { id: 'nord', providers: [], timeZone: 'Asia/Tokyo' }
  queries.setQueryData(one(customers, 'nord').queryKey, { record, included: [] } as never)
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <AccessExplanation customer="nord" {...{ user, project }} source={undefined} onClose={() => undefined} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return Array.from(rendered.matchAll(/<li>(.*?)<\/li>/g), ([, line = '']) => line)
}

test('the end of an access is YYYY-MM-DD where the customer is', () => {
  // The end of 30 June in Tokyo.
  const until = { reason: 'until', at: '2027-06-30T14:59:59.000Z' } as const
  expect(linesOf({ ...until, guest: false, over: false })).toEqual(['End date: 2027-06-30'])
  expect(linesOf({ ...until, guest: true, over: false })).toEqual(['Guest. End date: 2027-06-30'])
  expect(linesOf({ ...until, guest: true, over: true })).toEqual(['The access ended on 2027-06-30.'])
})
