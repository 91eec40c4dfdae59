import { powerQueryText, refreshSnippet } from '@lintel/contract/exchange/power-query'
import { createFeedToken, feedLogin } from '@lintel/contract/identity/feed-tokens'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { myFeedTokens } from '../../session/my-feed-tokens'

/** What is copied: the whole query, made by the session, or the part that gets an id token, made by a password. */
export type FeedTextKind = 'query' | 'snippet'

/** By what somebody makes a feed token: their session; a password without it; or the code that was asked for after the password. */
export type FeedProof =
  | { by: 'session' }
  | { by: 'password'; password: string }
  | { by: 'code'; session: string; code: string }

/** How far a text is. The ticket of a challenge is a secret, as the text is: neither is kept anywhere else. */
type FeedStep =
  | { at: 'asking' }
  | { at: 'code-wanted'; session: string }
  | { at: 'made'; text: string; refreshToken: string }

interface FeedTextTerms {
  user: string
  customer: { id: string; name: string }
}

/** Makes a feed token of a customer, and the text that holds it. */
export function useFeedText({ user, customer }: FeedTextTerms) {
  const [step, setStep] = useState<FeedStep>({ at: 'asking' })
  const { mutate, error, isPending, reset } = useSave({
    work: (proof: FeedProof) => takeStep({ user, customer }, proof),
    touches: [myFeedTokens],
    shows: () => true,
    onSaved: setStep,
  })
  const make = (proof: FeedProof, onRefused: () => void) =>
    mutate(proof, {
      onError(failure) {
        // It took too long, or too many codes were wrong: it begins again with the password.
        if (failedWith(failure, 'invalidSession')) setStep({ at: 'asking' })
        onRefused()
      },
    })
  return { step, error, isPending, reset, make }
}

async function takeStep({ user: username, customer }: FeedTextTerms, proof: FeedProof): Promise<FeedStep> {
  const { origin } = location
  if (proof.by === 'session') {
    const { accessToken, refreshToken } = await ask(createFeedToken, { body: { customer: customer.id } })
    const terms = { origin, customer: customer.id, customerName: customer.name, accessToken, refreshToken }
    return { at: 'made', refreshToken, text: powerQueryText(terms) }
  }
  // A wrong password or code is no end of this session.
  const anonymous = true
  try {
    const { accessToken, refreshToken } =
      proof.by === 'password'
        ? await ask(feedLogin, { anonymous, body: { username, password: proof.password, customer: customer.id } })
        : await ask(verifyMfa, { anonymous, body: { session: proof.session, username, code: proof.code } })
    if (refreshToken === undefined) throw new TypeError('The answer carries no feed token')
    return { at: 'made', refreshToken, text: refreshSnippet({ origin, accessToken, refreshToken }) }
  } catch (error) {
    if (!failedWith(error, 'CHALLENGE_REQUESTED')) throw error
    return { at: 'code-wanted', session: (error.body as { session: string }).session }
  }
}
