import { anonymous } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { bearerOf } from '../platform/authenticate'
import type { Origin, Platform } from '../platform/context'
import type { Identity } from '../platform/http'
import { openSecrets } from '../platform/secrets'
import { WorkGate } from '../platform/work-gate'
import { ApiTokenActors, claimsApiToken } from './api-tokens/api-token-actors'
import { feedActor, feedActorBySecret } from './feed-tokens/feed-actor'
import { isFeedSecret } from './feed-tokens/open-feed'
import { AddressRates, sessionCaller } from './guessing/address-rates'
import type { IdentityServices } from './identity-services'
import { KeyRing } from './keys/key-ring'
import { hashOfNothing } from './passwords/hash'
import { hashesAtOnce, hashesMeanwhile } from './passwords/hash-threads'
import { Actors } from './sessions/actors'
import { browserHashOf } from './sessions/cookies'
import { claimsExports, Tokens } from './tokens/tokens'
import { removeWhatIsOver } from './upkeep.store'

/** How often counts are written, and how often keys and what is over are looked after; milliseconds. */
const saveEveryMs = 1_000
const upkeepEveryMs = 10 * 60_000

/** The identity rooms, open. */
export interface OpenIdentity extends Identity, IdentityServices {}

/**
 * Opens what signing in needs: secrets, keys, counters. `close` writes the last counts.
 * @throws StartRefused when SECRET_KEY is not the one that the signing keys were sealed with
 */
export async function openIdentity(platform: Platform): Promise<OpenIdentity> {
  const { db, clock, configuration, log } = platform
  const secrets = openSecrets(configuration)
  const keys = new KeyRing(platform, secrets)
  const tokens = new Tokens(keys, configuration.publicUrl)
  const actors = new Actors(platform)
  const rates = new AddressRates(platform)
  const apiTokens = new ApiTokenActors(platform)
  await keys.refuseLost(clock())
  await keys.keepUp(clock())
  if (!configuration.publicUrl.startsWith('https://')) {
    log.warn('PUBLIC_URL is plain http: cookies go without the __Host- prefix and Secure.')
  }
  const attempt = (work: () => Promise<void>) =>
    work().catch((error) => log.warn({ err: error }, 'identity upkeep failed'))
  const upkeep = async (now: number) => {
    await keys.keepUp(now)
    await removeWhatIsOver(db, now)
  }
  const saving = setInterval(() => attempt(() => rates.save(clock())), saveEveryMs)
  const keeping = setInterval(() => attempt(() => upkeep(clock())), upkeepEveryMs)
  for (const timer of [saving, keeping]) timer.unref()
  // A bearer that opens nothing is its address's call. What is read of a session is what the request reads next anyway.
  const openSessionOf = async (
    bearer: string | undefined,
    now: number,
    origin: Origin,
  ): Promise<string | undefined> => {
    if (bearer === undefined || claimsExports(bearer)) return undefined
    try {
      if (claimsApiToken(bearer)) return (await apiTokens.of(bearer, now, origin)).sessionId
      const { sessionId } = await tokens.read(bearer, 'id', now)
      return (await actors.of(sessionId, now)).sessionId
    } catch (error) {
      // Where the session could not be asked for, nobody waits for another question.
      if (!(error instanceof Problem)) throw error
      return undefined
    }
  }
  const gate = new WorkGate({ running: hashesAtOnce, meanwhile: hashesMeanwhile })
  return {
    platform,
    secrets,
    keys,
    tokens,
    actors,
    rates,
    apiTokens,
    gate,
    decoy: await hashOfNothing(),
    authenticate: async (bearer, now, origin, { cameAt = now, feedSecrets = false } = {}) => {
      if (bearer === undefined) return anonymous
      gate.standBack()
      if (feedSecrets && isFeedSecret(bearer)) return feedActorBySecret(db, bearer, now)
      if (claimsApiToken(bearer)) return apiTokens.of(bearer, now, origin)
      if (claimsExports(bearer)) return feedActor(db, (await tokens.read(bearer, 'export', cameAt)).sessionId, now)
      const { sessionId } = await tokens.read(bearer, 'id', cameAt)
      return actors.of(sessionId, now)
    },
    admit: async ({ terms }, request, origin, now) => {
      const { ip } = origin
      const { rate = 'general', ignoresBearer, sparesKnownBrowsers } = terms
      const session = ignoresBearer ? undefined : await openSessionOf(bearerOf(request), now, origin)
      const caller = session === undefined ? ip : sessionCaller(session)
      // What counts failures only is counted where the failure is known.
      if (rate !== 'signIn') await rates.take(rate, caller, now)
      // Whether the account knows this browser is found out on the way: to have it found out is an ordinary call.
      else if (sparesKnownBrowsers && browserHashOf(request, configuration) !== null) {
        if (await rates.isSpent(rate, caller, now)) await rates.take('general', caller, now)
      } else await rates.check(rate, caller, now)
    },
    close: async () => {
      clearInterval(saving)
      clearInterval(keeping)
      await attempt(() => rates.save(clock()))
    },
  }
}
