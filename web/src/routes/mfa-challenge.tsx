import { useLingui } from '@lingui/react/macro'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { completeChallenge } from '../portal/second-factor/complete-challenge'
import { MfaChallenge } from '../portal/second-factor/mfa-challenge'
import { addressSecret } from '../session/address-secrets'
import { clearChallenge, storedChallenge } from '../session/challenge'
import { nextUrlSearch } from '../session/first-screen'
import { loginAddress } from '../session/login-address'
import { textParameter } from '../session/text-parameter'
import { showToast } from '../ui/toast'

export const Route = createFileRoute('/mfa-challenge')({
  validateSearch: (search: { username?: string; 'next-url'?: string; purpose?: string } & SearchSchemaInput) => ({
    username: textParameter(search.username) ?? '',
    ...nextUrlSearch(textParameter(search['next-url'])),
    ...(search.purpose === 'link' && { purpose: 'link' as const }),
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
  const purpose = challenge?.purpose ?? search.purpose ?? 'signIn'

  async function complete(tokens: Tokens) {
    const provider = await completeChallenge(tokens, purpose)
    if (provider !== undefined)
      showToast({ kind: 'done', text: t`Your account is linked. From now on you can sign in with ${provider}.` })
  }

  return (
    <MfaChallenge
      username={username}
      session={challenge?.session ?? addressSecret()}
      onVerified={(tokens) => {
        complete(tokens)
        navigate({ to: '/', search: nextUrlSearch(nextUrl), replace: true })
      }}
      onCancel={() => {
        clearChallenge()
        location.assign(loginAddress(username, nextUrl))
      }}
    />
  )
}
