import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { InvalidExistingPassword } from '../portal/password/invalid-existing-password'
import { nextUrlSearch } from '../session/first-screen'
import { installation } from '../session/installation'
import { loginAddress } from '../session/login-address'
import { textParameter } from '../session/text-parameter'

interface PasswordSearch {
  email?: string
  'next-url'?: string
}

const readSearch = (search: PasswordSearch) => ({
  email: textParameter(search.email) ?? '',
  ...nextUrlSearch(textParameter(search['next-url'])),
})

export const Route = createFileRoute('/invalid-existing-password')({
  validateSearch: (search: PasswordSearch & SearchSchemaInput) => readSearch(search),
  loader: ({ context: { queries }, location: { search } }) => {
    const { email, 'next-url': nextUrl } = readSearch(search)
    // The screen is about one account, which the sign-in asks for.
    if (email === '') throw redirect({ href: loginAddress('', nextUrl), reloadDocument: true, replace: true })
    return queries.ensureQueryData(installation)
  },
  component: InvalidExistingPasswordRoute,
})

function InvalidExistingPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email, 'next-url': nextUrl } = Route.useSearch()
  const { passwordRequirements, isSmtpEnabled } = data.record
  return (
    <InvalidExistingPassword
      email={email}
      nextUrl={nextUrl}
      rules={passwordRequirements}
      isConfirmedByMail={isSmtpEnabled}
      offersReset={canReadMail(data.record)}
    />
  )
}
