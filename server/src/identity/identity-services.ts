import type { Platform } from '../platform/context'
import type { Secrets } from '../platform/secrets'
import type { WorkGate } from '../platform/work-gate'
import type { ApiTokenActors } from './api-tokens/api-token-actors'
import type { CallerRates } from './guessing/caller-rates'
import type { UnknownSecrets } from './guessing/unknown-secrets'
import type { KeyRing } from './keys/key-ring'
import type { Actors } from './sessions/actors'
import type { Tokens } from './tokens/tokens'

/** Services shared by the identity routes; created once by `openIdentity`. */
export interface IdentityServices {
  platform: Platform
  secrets: Secrets
  keys: KeyRing
  tokens: Tokens
  /** Actors of sessions; must be invalidated when a person or a session changed. */
  actors: Actors
  rates: CallerRates
  /** Actors of API tokens; must be invalidated when tokens ended. */
  apiTokens: ApiTokenActors
  unknownSecrets: UnknownSecrets
  gate: WorkGate
  /** A hash that matches no password, verified where an account has none so that the response time is the same (security B7). */
  decoy: string
}
