import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { installation } from '../session/installation'
import { RequestIdField } from './request-id-field'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** The rendered field in an installation with this support; undefined if the installation is not loaded. */
function renderWithSupport(support: object | undefined, isNotFound: boolean): string {
  const queries = new QueryClient()
  if (support) queries.setQueryData(installation.queryKey, { record: support, included: [] } as never)
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RequestIdField requestId="request-7" isNotFound={isNotFound} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

test.each([true, false])(
  'a request id is sent to the support only where there is one (not found: %s)',
  (isNotFound) => {
    for (const support of [{ supportMail: 'help@lintel.example' }, { supportChat: 'https://chat.example/' }]) {
      expect(renderWithSupport(support, isNotFound)).toContain('to support')
    }
    for (const none of [{}, undefined]) {
      const rendered = renderWithSupport(none, isNotFound)
      expect(rendered).not.toContain('support')
      expect(rendered).toContain('to your administrator')
      expect(rendered).toContain('request-7')
    }
  },
)
