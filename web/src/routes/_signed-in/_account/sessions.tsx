import { msg } from '@lingui/core/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FeedTokens } from '../../../portal/sessions/feed-tokens'
import { mySessions } from '../../../portal/sessions/my-sessions'
import { Sessions, SessionsLoading } from '../../../portal/sessions/sessions'
import { currentUser } from '../../../session/current-user'
import { feedCustomers, myFeedTokens } from '../../../session/my-feed-tokens'

export const Route = createFileRoute('/_signed-in/_account/sessions')({
  loader: async ({ context: { queries } }) => {
    const user = await queries.ensureQueryData(currentUser)
    await Promise.all([
      queries.fetchQuery({ ...mySessions, staleTime: 0 }),
      feedCustomers(user).length > 0 && queries.fetchQuery({ ...myFeedTokens, staleTime: 0 }),
    ])
  },
  pendingComponent: SessionsLoading,
  component: SessionsRoute,
  staticData: { title: msg`Where you are signed in` },
})

function SessionsRoute() {
  const { data: sessionList } = useSuspenseQuery(mySessions)
  const { data: user } = useSuspenseQuery(currentUser)
  const customers = feedCustomers(user)
  const { data: feeds } = useQuery({ ...myFeedTokens, enabled: customers.length > 0 })
  return (
    <Sessions sessions={sessionList.sessions}>
      {feeds && <FeedTokens feedTokens={feeds.feedTokens} customers={customers} />}
    </Sessions>
  )
}
