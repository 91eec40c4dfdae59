import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { installation } from '../../session/installation'
import { DeleteUser } from './delete-user'

/** Renders what is said about deleting somebody, where support is reached in these ways. */
function render(support: { supportMail?: string; supportChat?: string }, isAdministrator: boolean): string {
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: support as never, included: [] })
  const user = { email: 'astrid@nordbygg.example', name: 'Astrid Moe' }
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <DeleteUser {...{ user, isAdministrator }} onClose={() => undefined} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

/** The address of “Contact support”. */
const contactIn = (rendered: string) => {
  const [, href] = /<a href="([^"]*)"[^>]*>.*Contact support/.exec(rendered) ?? []
  return href === undefined ? undefined : new URL(href.replaceAll('&amp;', '&'))
}

const deletion = 'Please delete the account of this user.'
const change = 'Please make somebody else administrator of the customer instead of this user.'

test.each([
  [false, 'Please delete the account astrid@nordbygg.example', deletion],
  [true, 'Please make somebody else administrator instead of astrid@nordbygg.example', change],
])(
  'support is asked by mail or chat; of an administrator (%s) for what comes first',
  (isAdministrator, subject, request) => {
    const message = [request, '', 'Name: Astrid Moe', 'Email: astrid@nordbygg.example', '']
    const mail = contactIn(render({ supportMail: 'help@lintel.example' }, isAdministrator))
    expect(mail).toMatchObject({ protocol: 'mailto:', pathname: 'help@lintel.example' })
    expect(mail?.searchParams.get('subject')).toBe(subject)
    expect(mail?.searchParams.get('body')).toBe(message.join('\r\n'))
    const supportChat = 'https://chat.example/?text={message}'
    const chat = contactIn(render({ supportMail: 'help@lintel.example', supportChat }, isAdministrator))
    expect(chat).toMatchObject({ host: 'chat.example' })
    expect(chat?.searchParams.get('text')).toBe(message.join('\n'))
    const none = render({}, isAdministrator)
    expect(contactIn(none)).toBeUndefined()
    expect(none).toContain('No support contact is set up.')
  },
)
