import { useLingui } from '@lingui/react/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { MfaChallenge } from '../portal/second-factor/mfa-challenge'
import { addressSecret } from '../session/address-secrets'
import { dropChallenge, heldChallenge } from '../session/challenge'
import { forgetDeparture } from '../session/external-login'
import { reportSignIn } from '../session/report-sign-in'
import { searchWord } from '../session/search-word'
import { beginSession } from '../session/session'
import { showToast } from '../ui/toast'

export const Route = createFileRoute('/mfa-challenge')({
  validateSearch: ({ username }: { username?: string } & SearchSchemaInput) => ({
    username: searchWord(username) ?? '',
  }),
  component: MfaChallengeRoute,
})

function MfaChallengeRoute() {
  const { t } = useLingui()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  // From the sign-in page in memory; from another program in the address, which it has left already.
  const challenge = heldChallenge()
  const username = challenge?.username ?? search.username
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
        navigate({ to: '/', search: challenge?.nextUrl ? { 'next-url': challenge.nextUrl } : {}, replace: true })
      }}
      onGiveUp={() => {
        dropChallenge()
        location.assign(username === '' ? '/login' : `/login?${new URLSearchParams({ email: username })}`)
      }}
    />
  )
}
