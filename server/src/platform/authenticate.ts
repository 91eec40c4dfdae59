import type { Actor } from '@lintel/contract/people/permissions'
import type { FastifyRequest } from 'fastify'
import type { Origin } from './context'

/**
 * Says who asks. No bearer is {@link Actor} anonymous; a bearer that is not valid throws 401 `invalidToken` or
 * `sessionExpired`. `now` in milliseconds; `origin` is where the request comes from. The identity rooms implement it; the platform
 * only asks.
 */
export type Authenticate = (
  bearer: string | undefined,
  now: number,
  origin: Origin,
  terms?: {
    /** When the request came, in milliseconds: a bearer may run out while its body is on its way, the session may not end. Default `now`. */
    cameAt?: number
    /** The secret of a feed token is taken for its bearer. */
    feedSecrets?: boolean
  },
) => Promise<Actor>

/** The bearer token of a request, if it carries one; the scheme is written in any case (RFC 9110, 11.1). */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The bearer of a request, or the password of Basic (RFC 7617), as tools for reports send the secret of a feed token. */
export function feedCredentialOf(request: FastifyRequest): string | undefined {
  const basic = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return bearerOf(request)
  const pair = Buffer.from(basic, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}
