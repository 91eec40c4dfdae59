import { msg } from '@lingui/core/macro'
import { associateMfa } from '@lintel/contract/identity/mfa'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { callApiWithAccessToken } from '../../../api/call-api'
import { failedWith, NoResponse } from '../../../api/failure'
import { returnPath } from '../../../portal/account/return-path'
import { MfaSetup } from '../../../portal/second-factor/mfa-setup'
import { currentUser } from '../../../session/current-user'
import { nextUrlSearch } from '../../../session/first-screen'
import { secondFactorStatus } from '../../../session/second-factor-status'
import { textParameter } from '../../../session/text-parameter'

export const Route = createFileRoute('/_signed-in/_account/mfa-setup')({
  validateSearch: (search: Record<string, unknown>): { 'next-url'?: string; replaces?: true } => ({
    ...nextUrlSearch(textParameter(search['next-url'])),
    ...(search.replaces === true && { replaces: true }),
  }),
  loaderDeps: ({ search: { replaces, 'next-url': nextUrl } }) => ({ replaces, nextUrl }),
  loader: async ({ context: { queries }, deps: { replaces, nextUrl }, location }) => {
    const before = await queries.ensureQueryData(currentUser)
    const association = await callApiWithAccessToken(associateMfa, replaces ? { replaces } : {}).catch(
      (error: unknown) => {
        // A second factor exists already: its page offers the available actions.
        if (failedWith(error, 'conflict')) throw redirect({ to: '/second-factor', replace: true })
        // The user cancelled the step-up authentication: nothing has begun, so returns to the previous page. A required step has none.
        if (failedWith(error, 'stepUpRequired') && before.restriction !== 'secondFactor')
          throw redirect({ to: returnPath(location.state), replace: true })
        if (error instanceof NoResponse) throw error
        // Any other failure casts doubt on the user's identity: signs out (account-portal chapter 8).
        throw redirect({ to: '/logout', replace: true })
      },
    )
    if (before.restriction !== 'secondFactor') return association
    // A passkey used for the step-up authentication is a second factor itself: no setup is needed.
    const { restriction } = await queries.fetchQuery({ ...currentUser, staleTime: 0 })
    if (restriction === 'secondFactor') return association
    throw redirect({ to: '/', search: nextUrlSearch(nextUrl), replace: true })
  },
  // The secret belongs to this visit: a new one would not match what the phone has scanned.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  preload: false,
  component: MfaSetupRoute,
  staticData: { title: msg`Set up two-step verification` },
})

function MfaSetupRoute() {
  const { qrCodeValue, secretCode } = Route.useLoaderData()
  const { data: user } = useSuspenseQuery(currentUser)
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  const before = useLocation({ select: ({ state }) => returnPath(state) })
  const { 'next-url': nextUrl, replaces = false } = Route.useSearch()
  const isRequired = user.restriction === 'secondFactor'
  return (
    <MfaSetup
      email={user.email}
      qrCodeValue={qrCodeValue}
      secretCode={secretCode}
      isRequired={isRequired}
      replaces={replaces}
      onDone={async () => {
        await Promise.all([
          queries.fetchQuery({ ...currentUser, staleTime: 0 }),
          queries.invalidateQueries(secondFactorStatus),
        ])
        const destination =
          isRequired || nextUrl !== undefined
            ? ({ to: '/', search: nextUrlSearch(nextUrl) } as const)
            : ({ to: '/second-factor' } as const)
        await navigate({ ...destination, replace: true, ignoreBlocker: true })
      }}
      onCancel={() => navigate({ to: isRequired ? '/logout' : before })}
    />
  )
}
