import { useLingui } from '@lingui/react/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { MfaChallenge } from '../portal/second-factor/mfa-challenge'
import { addressSecret } from '../session/address-secrets'
import { clearChallenge, storedChallenge } from '../session/challenge'
import { clearPendingLogin } from '../session/external-login'
import { nextUrlSearch } from '../session/first-screen'
import { reportSignIn } from '../session/report-sign-in'
import { beginSession } from '../session/session'
import { textParameter } from '../session/text-parameter'
import { showToast } from '../ui/toast'

export const Route = createFileRoute('/mfa-challenge')({
  validateSearch: (search: { username?: string; 'next-url'?: string } & SearchSchemaInput) => ({
    username: textParameter(search.username) ?? '',
    ...nextUrlSearch(textParameter(search['next-url'])),
  }),
  component: MfaChallengeRoute,
})

function MfaChallengeRoute() {
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  // The challenge comes from memory after the sign-in page, or from the address after another program, which has been
  // cleared already. After a reload only the browser's cookie has it.
  const challenge = storedChallenge()
  const username = challenge?.username ?? search.username
  const nextUrl = challenge?.nextUrl ?? search['next-url']
  return (
    <MfaChallenge
      username={username}
      session={challenge?.session ?? addressSecret()}
      onVerified={(tokens) => {
        beginSession(tokens)
        clearChallenge()
        if (challenge?.purpose === 'link') {
          clearPendingLogin()
          reportSignIn('linked', 'federation')
          showToast({ kind: 'done', text: t`Your account is linked` })
        } else reportSignIn('signedIn', 'password')
        navigate({ to: '/', search: nextUrlSearch(nextUrl), replace: true })
      }}
      onCancel={() => {
        clearChallenge()
        location.assign(username === '' ? '/login' : `/login?${new URLSearchParams({ email: username })}`)
      }}
    />
  )
}
