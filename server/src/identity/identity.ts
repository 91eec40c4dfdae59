import { anonymous } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'
import { bearerOf } from '../platform/authenticate'
import type { Origin, Platform } from '../platform/context'
import type { Identity } from '../platform/http'
import type { CallerRateName } from '../platform/master-configuration'
import { openSecrets } from '../platform/secrets'
import { WorkGate } from '../platform/work-gate'
import { ApiTokenActors, looksLikeApiToken } from './api-tokens/api-token-actors'
import { refusalContext } from './credentials/ended-use'
import { feedActor, feedActorBySecret } from './feed-tokens/feed-actor'
import { isFeedSecret } from './feed-tokens/open-feed'
import { CallerRates, sessionCaller } from './guessing/caller-rates'
import { UnknownSecrets } from './guessing/unknown-secrets'
import type { IdentityServices } from './identity-services'
import { KeyRing } from './keys/key-ring'
import { makeDecoyHash } from './passwords/hash'
import { maxBackgroundHashes, maxConcurrentHashes } from './passwords/hash-threads'
import { removeExpired } from './remove-expired.store'
import { Actors } from './sessions/actors'
import { browserHashOf, refreshCookie } from './sessions/cookies'
import { readRefreshSecret } from './sessions/refresh-secret'
import { looksLikeExportToken, Tokens } from './tokens/tokens'

/** Intervals for saving rate counts, and for key rotation and cleanup, in milliseconds. */
const saveEveryMs = 1_000
const upkeepEveryMs = 10 * 60_000

/** The identity services with authentication and rate limiting for the HTTP server. */
export interface OpenIdentity extends Identity, IdentityServices {}

/**
 * Starts the identity services: secrets, keys, rate counters. `close` saves the last counts.
 * @throws StartRefused when SECRET_KEY is not the one with which the signing keys were encrypted
 */
export async function openIdentity(platform: Platform): Promise<OpenIdentity> {
  const { db, clock, configuration, log } = platform
  const secrets = openSecrets(configuration)
  const keys = new KeyRing(platform, secrets)
  const tokens = new Tokens(keys, configuration.publicUrl)
  const actors = new Actors(platform)
  const rates = new CallerRates(platform)
  const apiTokens = new ApiTokenActors(platform)
  const unknownSecrets = new UnknownSecrets()
  await keys.assertNoLostKeys(clock())
  await keys.rotateIfDue(clock())
  if (!configuration.publicUrl.startsWith('https://')) {
    log.warn('PUBLIC_URL is plain http: cookies go without the __Host- prefix and Secure.')
  }
  const attempt = (work: () => Promise<void>) =>
    work().catch((error) => log.warn({ err: error }, 'identity upkeep failed'))
  const upkeep = async (now: number) => {
    await keys.rotateIfDue(now)
    await removeExpired(db, now)
  }
  const saveTimer = setInterval(() => attempt(() => rates.save(clock())), saveEveryMs)
  const upkeepTimer = setInterval(() => attempt(() => upkeep(clock())), upkeepEveryMs)
  for (const timer of [saveTimer, upkeepTimer]) timer.unref()
  // Requests with an invalid bearer are counted against the address. The session is read from the same cache that the request
  // uses next.
  const openSessionOf = async (
    bearer: string | undefined,
    now: number,
    origin: Origin,
  ): Promise<string | undefined> => {
    if (bearer === undefined || looksLikeExportToken(bearer)) return undefined
    try {
      if (looksLikeApiToken(bearer)) return (await apiTokens.of(bearer, now, origin)).sessionId
      const { sessionId } = await tokens.read(bearer, 'id', now)
      return (await actors.of(sessionId, now)).sessionId
    } catch (error) {
      // On an infrastructure error the request fails here instead of waiting for a second query.
      if (!(error instanceof Problem)) throw error
      return undefined
    }
  }
  // A request that ignores the bearer, such as a refresh, belongs to the session whose refresh secret the browser has: nobody
  // can make one up. Calls that can be used for guessing are counted against the address all the same.
  const refreshedSessionOf = (request: FastifyRequest, rate: CallerRateName): string | undefined =>
    rate === 'general' ? readRefreshSecret(secrets, refreshCookie(request, configuration) ?? '')?.sessionId : undefined
  // Looking up an API token that this address has not used before takes statements, so it is first counted as an ordinary call
  // of the address, whatever the rate of the route. Returns the refund.
  const consumeLookup = async (bearer: string | undefined, now: number, origin: Origin) =>
    bearer !== undefined && looksLikeApiToken(bearer) && !apiTokens.wasValid(bearer, origin)
      ? rates.consume('general', origin.ip, now)
      : undefined
  const gate = new WorkGate({ running: maxConcurrentHashes, runningUnderLoad: maxBackgroundHashes })
  return {
    platform,
    secrets,
    keys,
    tokens,
    actors,
    rates,
    apiTokens,
    unknownSecrets,
    gate,
    decoy: await makeDecoyHash(),
    authenticate: async (bearer, now, origin, { receivedAt = now, feedSecrets = false, isUse = true } = {}) => {
      if (bearer === undefined) return anonymous
      gate.yieldToRequests()
      if (feedSecrets && isFeedSecret(bearer))
        return feedActorBySecret(refusalContext(platform, origin, now), unknownSecrets, bearer)
      if (looksLikeApiToken(bearer)) return apiTokens.of(bearer, now, origin)
      if (looksLikeExportToken(bearer))
        return feedActor(db, (await tokens.read(bearer, 'export', receivedAt)).sessionId, now)
      const { sessionId } = await tokens.read(bearer, 'id', receivedAt)
      return isUse ? actors.of(sessionId, now) : actors.check(sessionId, now)
    },
    admit: async ({ terms }, request, origin, now) => {
      const { ip } = origin
      const { rate = 'general', ignoresBearer, sparesKnownBrowsers } = terms
      const bearer = ignoresBearer ? undefined : bearerOf(request)
      const refundLookup = await consumeLookup(bearer, now, origin)
      const session = ignoresBearer
        ? refreshedSessionOf(request, rate)
        : await openSessionOf(bearer, now, origin).catch((error) => {
            // The database is away: that says nothing of the token.
            refundLookup?.()
            throw error
          })
      // An ordinary call of the address is counted below.
      if (session !== undefined || rate === 'general') refundLookup?.()
      const caller = session === undefined ? ip : sessionCaller(session)
      // `signIn` counts failures only, in `withFailureLimit`.
      if (rate !== 'signIn') await rates.consume(rate, caller, now)
      // Whether the account knows this browser is only found out by the handler; an exhausted address pays for that with an
      // ordinary call.
      else if (sparesKnownBrowsers && browserHashOf(request, configuration) !== null) {
        if (await rates.isExhausted(rate, caller, now)) await rates.consume('general', caller, now)
      } else await rates.check(rate, caller, now)
    },
    close: async () => {
      clearInterval(saveTimer)
      clearInterval(upkeepTimer)
      await attempt(() => rates.save(clock()))
    },
  }
}
