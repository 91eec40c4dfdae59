import type { ProviderTrouble, ProviderTroubleKind } from '@lintel/contract/identity/provider-tests'
import { ResponseBodyError, type ServerMetadata, WWWAuthenticateChallengeError } from 'openid-client'
import { UnfitAuthorizationAddress, UnfitClaims } from '../federation/open-id-providers'
import { ProviderUnreachable } from '../federation/safe-fetch'

/** How openid-client calls what did not fit. */
const codes = {
  attribute: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  claim: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  time: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  key: 'OAUTH_KEY_SELECTION_FAILED',
} as const

/** What is longer is no sentence for people. */
const longestSaying = 300

/** Trouble of a kind, with what helps. */
export const trouble = (
  kind: ProviderTroubleKind,
  { asked = null, value = null, said = null }: Partial<Omit<ProviderTrouble, 'kind'>> = {},
): ProviderTrouble => ({ kind, asked, value, said: said?.slice(0, longestSaying) ?? null })

/** Where a provider publishes what it is (OpenID Connect Discovery 4). */
const discoveryAddress = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** Why what an issuer publishes could not be read. That nobody answers, and why not, is told in one word (security E7). */
export function discoveryTrouble(error: unknown, issuer: string): ProviderTrouble {
  const asked = discoveryAddress(issuer)
  const compared = codedCause(error, codes.attribute)
  const published = compared && fieldOf(fieldOf(compared.cause, 'body'), 'issuer')
  if (typeof published === 'string') return trouble('otherIssuer', { asked, value: published.slice(0, longestSaying) })
  const unfit = causeOf(error, UnfitAuthorizationAddress)
  return unfit ? trouble('authorization', { asked, said: unfit.address ?? null }) : trouble('discovery', { asked })
}

/** What both sides have to agree on. */
interface Agreed {
  issuer: string
  redirectAddress: string
  clientId: string
  metadata: ServerMetadata
  /** Milliseconds. */
  now: number
}

/** Why a code was not redeemed, or the answer not taken. */
export function redemptionTrouble(error: unknown, agreed: Agreed): ProviderTrouble {
  const { metadata, issuer } = agreed
  const refused = causeOf(error, ResponseBodyError)
  if (refused) return refusalTrouble(refused.error, refused.error_description, agreed)
  if (causeOf(error, WWWAuthenticateChallengeError)) return trouble('secret', { value: agreed.clientId })
  const silent = causeOf(error, ProviderUnreachable)
  if (silent?.address === metadata.jwks_uri) return trouble('keys', { asked: metadata.jwks_uri ?? null })
  if (silent?.address === metadata.userinfo_endpoint)
    return trouble('userinfo', { asked: metadata.userinfo_endpoint ?? null })
  if (silent && silent.address !== metadata.token_endpoint)
    return trouble('discovery', { asked: discoveryAddress(issuer) })
  const late = codedCause(error, codes.time)
  const unfit = causeOf(error, UnfitClaims)
  const madeAt = unfit?.madeAt ?? fieldOf(fieldOf(late?.cause, 'claims'), 'iat')
  if (late || /long ago|future/.test(unfit?.message ?? ''))
    return trouble('clock', {
      said: typeof madeAt === 'number' ? String(Math.round(madeAt - agreed.now / 1_000)) : null,
    })
  const compared = codedCause(error, codes.claim)
  if (compared || unfit) return trouble('claims', { said: unfit?.message ?? textOf(fieldOf(compared?.cause, 'claim')) })
  const isSignature =
    codedCause(error, codes.key) || causesOf(error).some(({ message }) => /signature|"alg"/.test(message))
  if (isSignature) return trouble('keys', { asked: metadata.jwks_uri ?? null })
  return trouble('token', { asked: metadata.token_endpoint ?? null })
}

/** What a provider's own refusal means (RFC 6749, 4.1.2.1 and 5.2), at the sign-in or when the code is redeemed. */
export function refusalTrouble(
  error: string,
  description: string | undefined,
  { redirectAddress, clientId }: Pick<Agreed, 'redirectAddress' | 'clientId'>,
): ProviderTrouble {
  const said = [error, description].filter(Boolean).join(': ')
  if (/redirect/i.test(said)) return trouble('redirectAddress', { value: redirectAddress, said })
  if (['invalid_client', 'unauthorized_client'].includes(error)) return trouble('secret', { value: clientId, said })
  return trouble(error === 'invalid_grant' ? 'code' : 'denied', { said })
}

/** An error and what it comes from. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 10; one = one.cause) causes.push(one)
  return causes
}

const causeOf = <E extends Error>(error: unknown, kind: new (...given: never[]) => E): E | undefined =>
  causesOf(error).find((one): one is E => one instanceof kind)

/** The innermost with this code: it knows what was compared. */
const codedCause = (error: unknown, code: string): Error | undefined =>
  causesOf(error).findLast((one) => fieldOf(one, 'code') === code)

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
