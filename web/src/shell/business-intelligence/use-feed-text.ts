import { useLingui } from '@lingui/react/macro'
import { powerQueryText, refreshSnippet } from '@lintel/contract/exchange/power-query'
import { createFeedToken, feedLogin } from '@lintel/contract/identity/feed-tokens'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { failedWith } from '../../api/failure'
import { useCreatedSecrets } from '../../api/form/use-created-secrets'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { myFeedTokens } from '../../session/my-feed-tokens'

/** What is copied: the whole query, authorised by the session, or the snippet that gets an id token, authorised by password. */
export type FeedTextKind = 'query' | 'snippet'

/** Authorisation for creating a feed token: the session, a password, or the code requested after the password. */
export type FeedProof =
  | { by: 'session' }
  | { by: 'password'; password: string }
  | { by: 'code'; session: string; code: string }

/** Progress of the export. The challenge's ticket and the text are secrets and stored nowhere else. */
type FeedStep = { at: 'asking' } | { at: 'code-wanted'; session: string } | CreatedText

interface CreatedText {
  at: 'made'
  text: string
  refreshToken: string
}

interface FeedTextOptions {
  user: string
  customer: { id: string; name: string }
}

/** Creates a feed token of a customer and the text that contains it. Whoever has left the dialog before it is shown is told so. */
export function useFeedText({ user, customer }: FeedTextOptions) {
  const { t } = useLingui()
  const [step, setStep] = useState<FeedStep>({ at: 'asking' })
  const created = useCreatedSecrets<CreatedText>(t`A token was created, but you left before it was shown. Revoke it.`)
  const isLeft = useIsLeft()
  const { mutate, error, isPending, reset } = useSave({
    work: (proof: FeedProof) => nextStep({ user, customer }, proof),
    invalidates: [myFeedTokens],
    handlesError: () => !isLeft(),
    onSaved: (next) => (next.at === 'made' ? created.add(next) : setStep(next)),
  })
  const make = (proof: FeedProof, onRefused: () => void) =>
    mutate(proof, {
      onError(failure) {
        // The challenge expired or had too many wrong codes: starts again with the password.
        if (failedWith(failure, 'invalidSession')) setStep({ at: 'asking' })
        onRefused()
      },
    })
  return { step: created.current ?? step, error, isPending, reset, make }
}

async function nextStep({ user: username, customer }: FeedTextOptions, proof: FeedProof): Promise<FeedStep> {
  const { origin } = location
  if (proof.by === 'session') {
    const { accessToken, refreshToken } = await callApi(createFeedToken, { body: { customer: customer.id } })
    const terms = { origin, customer: customer.id, customerName: customer.name, accessToken, refreshToken }
    return { at: 'made', refreshToken, text: powerQueryText(terms) }
  }
  // A wrong password or code must not end this session.
  const anonymous = true
  try {
    const { accessToken, refreshToken } =
      proof.by === 'password'
        ? await callApi(feedLogin, { anonymous, body: { username, password: proof.password, customer: customer.id } })
        : await callApi(verifyMfa, { anonymous, body: { session: proof.session, username, code: proof.code } })
    if (refreshToken === undefined) throw new TypeError('The answer carries no feed token')
    return { at: 'made', refreshToken, text: refreshSnippet({ origin, accessToken, refreshToken }) }
  } catch (error) {
    if (!failedWith(error, 'CHALLENGE_REQUESTED')) throw error
    return { at: 'code-wanted', session: (error.body as { session: string }).session }
  }
}
