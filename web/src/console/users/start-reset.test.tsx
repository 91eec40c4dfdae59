import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { startPasswordReset } from '@lintel/contract/identity/password-reset'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { installation } from '../../session/installation'
import { Confirm } from '../../ui/confirm'
import { StartReset } from './start-reset'

test.each([
  [
    true,
    'A mail with a code to set a new password goes to mei@nord.example.',
    'A mail with a code was sent to mei@nord.example',
  ],
  [
    false,
    'goes to the outbox of this server. Have whoever runs it pass it on within 10 minutes.',
    'The mail with a code for mei@nord.example goes to the outbox of this server.',
  ],
])(
  'where mail is sent (%s) a reset that somebody starts tells where its code is',
  async (isSmtpEnabled, before, after) => {
    vi.stubGlobal('fetch', async (address: string) =>
      address === startPasswordReset.path.replace('{user}', encodeURIComponent('mei@nord.example'))
        ? Response.json({}, { status: 202 })
        : neverResponds(address),
    )
    const queries = createQueryClient()
    queries.setQueryData(installation.queryKey, { record: { isSmtpEnabled }, included: [] } as never)
    const { current, change, saved } = await renderForm(
      () => ({
        question: StartReset({ user: { email: 'mei@nord.example', name: 'Mei' }, onClose: () => {} }),
        toasts: useVisibleToasts(),
      }),
      queries,
    )
    const question = renderToStaticMarkup(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        {propsOf(Confirm, current().question).children}
      </I18nProvider>,
    )
    expect(question).toContain(before)
    await change((now) => propsOf(Confirm, now.question).onConfirm())
    await saved()
    expect(current().toasts.map(({ text }) => text)).toEqual([after])
  },
)
