import { msg } from '@lingui/core/macro'
import { associateMfa } from '@lintel/contract/identity/mfa'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { askWithAccessToken } from '../../../api/ask'
import { failedWith, NoAnswer } from '../../../api/failure'
import { partBefore } from '../../../portal/account/came-from'
import { MfaSetup } from '../../../portal/second-factor/mfa-setup'
import { currentUser } from '../../../session/current-user'
import { towards } from '../../../session/first-screen'
import { searchWord } from '../../../session/search-word'
import { secondFactorStatus } from '../../../session/second-factor-status'

export const Route = createFileRoute('/_signed-in/_account/mfa-setup')({
  validateSearch: (given: Record<string, unknown>): { 'next-url'?: string; replaces?: true } => ({
    ...towards(searchWord(given['next-url'])),
    ...(given.replaces === true && { replaces: true }),
  }),
  loaderDeps: ({ search: { replaces, 'next-url': nextUrl } }) => ({ replaces, nextUrl }),
  loader: async ({ context: { queries }, deps: { replaces, nextUrl }, location }) => {
    const before = await queries.ensureQueryData(currentUser)
    const begun = await askWithAccessToken(associateMfa, replaces ? { replaces } : {}).catch((error: unknown) => {
      // One is on already: what can be done about it stands there.
      if (failedWith(error, 'conflict')) throw redirect({ to: '/second-factor', replace: true })
      // Would rather not prove who they are: nothing is begun, and they stand where they were.
      if (failedWith(error, 'stepUpRequired')) throw redirect({ to: partBefore(location.state), replace: true })
      if (error instanceof NoAnswer) throw error
      // Anything else leaves doubt about who is there: signed out (account-portal chapter 8).
      throw redirect({ to: '/logout', replace: true })
    })
    if (before.restriction !== 'secondFactor') return begun
    // The passkey by which somebody has just proved who they are is a second factor: nothing has to be set up.
    const { restriction } = await queries.fetchQuery({ ...currentUser, staleTime: 0 })
    if (restriction === 'secondFactor') return begun
    throw redirect({ to: '/', search: towards(nextUrl), replace: true })
  },
  // The secret is this visit's: one made again would not fit what the phone has scanned.
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
  const before = useLocation({ select: ({ state }) => partBefore(state) })
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
        const onwards =
          isRequired || nextUrl !== undefined
            ? ({ to: '/', search: towards(nextUrl) } as const)
            : ({ to: '/second-factor' } as const)
        await navigate({ ...onwards, replace: true, ignoreBlocker: true })
      }}
      onCancel={() => navigate({ to: isRequired ? '/logout' : before })}
    />
  )
}
