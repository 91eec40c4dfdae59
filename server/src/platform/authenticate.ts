import type { Actor } from '@lintel/contract/people/permissions'
import type { FastifyRequest } from 'fastify'
import type { Origin } from './context'

/**
 * Says who asks. No bearer is {@link Actor} anonymous; a bearer that is not valid throws 401 `invalidToken` or
 * `sessionExpired`. `now` in milliseconds; `origin` is where the request comes from. The identity rooms implement it; the platform
 * only asks.
 */
export type Authenticate = (bearer: string | undefined, now: number, origin: Origin) => Promise<Actor>

/** The bearer token of a request, if it carries one; the scheme is written in any case (RFC 9110, 11.1). */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
