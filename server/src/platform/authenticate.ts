import type { Actor } from '@lintel/contract/people/permissions'
import type { FastifyRequest } from 'fastify'
import type { Origin } from './context'

/**
 * Determines the actor of a request. Without a bearer it is {@link Actor} anonymous; an invalid one throws 401
 * `invalidToken` or `sessionExpired`. `now` is in milliseconds. Implemented by the identity modules.
 */
export type Authenticate = (
  bearer: string | undefined,
  now: number,
  origin: Origin,
  terms?: {
    /**
     * When the request arrived, in milliseconds; default `now`. A bearer may expire while a body is uploaded, a session
     * may not end.
     */
    receivedAt?: number
    /** Accepts the secret of a feed token as bearer. */
    feedSecrets?: boolean
    /** False for a check of a request that is being answered: it does not count as use of the session. */
    isUse?: boolean
  },
) => Promise<Actor>

/** The bearer token of a request, if any; the scheme is case-insensitive (RFC 9110, 11.1). */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The bearer token or the password of Basic (RFC 7617), in which reporting tools send the secret of a feed token. */
export function feedCredentialOf(request: FastifyRequest): string | undefined {
  const basic = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return bearerOf(request)
  const pair = Buffer.from(basic, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}
