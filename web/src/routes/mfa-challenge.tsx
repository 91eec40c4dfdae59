import { useLingui } from '@lingui/react/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { MfaChallenge } from '../portal/second-factor/mfa-challenge'
import { addressSecret } from '../session/address-secrets'
import { dropChallenge, heldChallenge } from '../session/challenge'
import { forgetDeparture } from '../session/external-login'
import { towards } from '../session/first-screen'
import { reportSignIn } from '../session/report-sign-in'
import { searchWord } from '../session/search-word'
import { beginSession } from '../session/session'
import { showToast } from '../ui/toast'

export const Route = createFileRoute('/mfa-challenge')({
  validateSearch: (given: { username?: string; 'next-url'?: string } & SearchSchemaInput) => ({
    username: searchWord(given.username) ?? '',
    ...towards(searchWord(given['next-url'])),
  }),
  component: MfaChallengeRoute,
})

function MfaChallengeRoute() {
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  // From the sign-in page in memory; from another program in the address, which it has left already. After a reload it is in the
  // browser's cookie alone.
  const challenge = heldChallenge()
  const username = challenge?.username ?? search.username
  const nextUrl = challenge?.nextUrl ?? search['next-url']
  return (
    <MfaChallenge
      username={username}
      session={challenge?.session ?? addressSecret()}
      onVerified={(tokens) => {
        beginSession(tokens)
        dropChallenge()
        if (challenge?.purpose === 'link') {
          forgetDeparture()
          reportSignIn('linked', 'federation')
          showToast({ kind: 'done', text: t`Your account is linked` })
        } else reportSignIn('signedIn', 'password')
        navigate({ to: '/', search: towards(nextUrl), replace: true })
      }}
      onGiveUp={() => {
        dropChallenge()
        location.assign(username === '' ? '/login' : `/login?${new URLSearchParams({ email: username })}`)
      }}
    />
  )
}
