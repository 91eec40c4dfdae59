import type { Platform } from '../platform/context'
import type { Secrets } from '../platform/secrets'
import type { WorkGate } from '../platform/work-gate'
import type { ApiTokenActors } from './api-tokens/api-token-actors'
import type { AddressRates } from './guessing/address-rates'
import type { KeyRing } from './keys/key-ring'
import type { Actors } from './sessions/actors'
import type { Tokens } from './tokens/tokens'

/** What the calls of signing in share; `openIdentity` makes it once. */
export interface IdentityServices {
  platform: Platform
  secrets: Secrets
  keys: KeyRing
  tokens: Tokens
  /** Who is behind a session; to be told when a person or a session changed. */
  actors: Actors
  rates: AddressRates
  /** Who acts by API tokens; to be told when some ended. */
  apiTokens: ApiTokenActors
  gate: WorkGate
  /** Hash of a password that nobody has: verified where there is none, so that both take the same time (security B7). */
  decoy: string
}
