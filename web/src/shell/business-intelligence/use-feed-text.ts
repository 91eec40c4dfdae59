import { powerQueryText, refreshSnippet } from '@lintel/contract/exchange/power-query'
import { createFeedToken, feedLogin } from '@lintel/contract/identity/feed-tokens'
import { ask } from '../../api/ask'
import { useSave } from '../../api/use-save'
import { myFeedTokens } from '../../session/my-feed-tokens'

/** What is copied: the whole query, made by the session, or the part that gets an id token, made by a password. */
export type FeedTextKind = 'query' | 'snippet'

interface FeedTextTerms {
  user: string
  customer: { id: string; name: string }
}

/** Makes a feed token of a customer, and the text that holds it. */
export function useFeedText({ user, customer }: FeedTextTerms) {
  const { origin } = location
  return useSave({
    async work(password: string | undefined) {
      if (password === undefined) {
        const { refreshToken } = await ask(createFeedToken, { body: { customer: customer.id } })
        const text = powerQueryText({ origin, customer: customer.id, customerName: customer.name, refreshToken })
        return { refreshToken, text }
      }
      // A wrong password is no end of this session.
      const { refreshToken } = await ask(feedLogin, {
        body: { username: user, password, customer: customer.id },
        anonymous: true,
      })
      return { refreshToken, text: refreshSnippet({ origin, refreshToken }) }
    },
    touches: [myFeedTokens],
    shows: () => true,
  })
}
