import type { ProviderTrouble, ProviderTroubleKind } from '@lintel/contract/identity/provider-tests'
import { ResponseBodyError, type ServerMetadata, WWWAuthenticateChallengeError } from 'openid-client'
import { InvalidAuthorizationEndpoint, InvalidIdTokenClaims } from '../federation/open-id-providers'
import { ProviderUnreachable } from '../federation/safe-fetch'

/** Error codes of openid-client for failed comparisons. */
const codes = {
  attribute: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  claim: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  time: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  key: 'OAUTH_KEY_SELECTION_FAILED',
} as const

/** Maximum length of a quoted text; longer ones are not readable. */
const maxTextLength = 300

/** Builds a `ProviderTrouble`. */
export const trouble = (
  kind: ProviderTroubleKind,
  { asked = null, value = null, said = null }: Partial<Omit<ProviderTrouble, 'kind'>> = {},
): ProviderTrouble => ({ kind, asked, value, said: said?.slice(0, maxTextLength) ?? null })

/** The discovery document of an issuer (OpenID Connect Discovery 4). */
const discoveryAddress = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** Why the metadata of an issuer could not be used. The cause of a failed connection is not revealed (security E7). */
export function discoveryTrouble(error: unknown, issuer: string): ProviderTrouble {
  const asked = discoveryAddress(issuer)
  const mismatch = codedCause(error, codes.attribute)
  const published = mismatch && fieldOf(fieldOf(mismatch.cause, 'body'), 'issuer')
  if (typeof published === 'string') return trouble('otherIssuer', { asked, value: published.slice(0, maxTextLength) })
  const invalid = causeOf(error, InvalidAuthorizationEndpoint)
  return invalid ? trouble('authorization', { asked, said: invalid.address ?? null }) : trouble('discovery', { asked })
}

/** The client settings on which both sides have to agree. */
interface ClientSettings {
  issuer: string
  redirectAddress: string
  clientId: string
  metadata: ServerMetadata
  /** Milliseconds. */
  now: number
}

/** Why a code was not redeemed, or the token response not accepted. */
export function redemptionTrouble(error: unknown, settings: ClientSettings): ProviderTrouble {
  const { metadata, issuer } = settings
  const refused = causeOf(error, ResponseBodyError)
  if (refused) return refusalTrouble(refused.error, refused.error_description, settings)
  if (causeOf(error, WWWAuthenticateChallengeError)) return trouble('secret', { value: settings.clientId })
  const unreachable = causeOf(error, ProviderUnreachable)
  if (unreachable?.address === metadata.jwks_uri) return trouble('keys', { asked: metadata.jwks_uri ?? null })
  if (unreachable?.address === metadata.userinfo_endpoint)
    return trouble('userinfo', { asked: metadata.userinfo_endpoint ?? null })
  if (unreachable && unreachable.address !== metadata.token_endpoint)
    return trouble('discovery', { asked: discoveryAddress(issuer) })
  const timeError = codedCause(error, codes.time)
  const invalid = causeOf(error, InvalidIdTokenClaims)
  const issuedAt = invalid?.issuedAt ?? fieldOf(fieldOf(timeError?.cause, 'claims'), 'iat')
  if (timeError || /long ago|future/.test(invalid?.message ?? ''))
    return trouble('clock', {
      said: typeof issuedAt === 'number' ? String(Math.round(issuedAt - settings.now / 1_000)) : null,
    })
  const mismatch = codedCause(error, codes.claim)
  if (mismatch || invalid)
    return trouble('claims', { said: invalid?.message ?? textOf(fieldOf(mismatch?.cause, 'claim')) })
  const isSignature =
    codedCause(error, codes.key) || causesOf(error).some(({ message }) => /signature|"alg"/.test(message))
  if (isSignature) return trouble('keys', { asked: metadata.jwks_uri ?? null })
  return trouble('token', { asked: metadata.token_endpoint ?? null })
}

/** What an OAuth error response means (RFC 6749, 4.1.2.1 and 5.2), of the authorization or the token endpoint. */
export function refusalTrouble(
  error: string,
  description: string | undefined,
  { redirectAddress, clientId }: Pick<ClientSettings, 'redirectAddress' | 'clientId'>,
): ProviderTrouble {
  const said = [error, description].filter(Boolean).join(': ')
  if (/redirect/i.test(said)) return trouble('redirectAddress', { value: redirectAddress, said })
  if (['invalid_client', 'unauthorized_client'].includes(error)) return trouble('secret', { value: clientId, said })
  return trouble(error === 'invalid_grant' ? 'code' : 'denied', { said })
}

/** An error and its causes, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 10; one = one.cause) causes.push(one)
  return causes
}

const causeOf = <E extends Error>(error: unknown, kind: new (...args: never[]) => E): E | undefined =>
  causesOf(error).find((one): one is E => one instanceof kind)

/** The innermost cause with this code, which has the compared values. */
const codedCause = (error: unknown, code: string): Error | undefined =>
  causesOf(error).findLast((one) => fieldOf(one, 'code') === code)

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
