import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { clientAddress } from '../../platform/client-address'
import { instantOf } from '../../platform/clock'
import type { Context, Log, Platform } from '../../platform/context'
import type { CallerRateName as RateName } from '../../platform/master-configuration'
import { addCalls, findWindow } from './caller-rates.store'

/** The number of calls that a caller may make in a time window. */
interface Rate {
  calls: number
  seconds: number
}

/**
 * Rates per caller: an address or a session (security B4). `signIn` only counts failures; `configuration.rates` overrides rates
 * by name.
 */
const defaults = {
  general: { calls: 600, seconds: 60 },
  signIn: { calls: 30, seconds: 600 },
  resetRequest: { calls: 5, seconds: 60 },
  providerMatch: { calls: 20, seconds: 60 },
  providerSetup: { calls: 30, seconds: 60 },
  guestLogin: { calls: 20, seconds: 60 },
  clientLog: { calls: 30, seconds: 60 },
} satisfies Record<RateName, Rate>

/** Maximum number of windows in memory; beyond it the windows that end first are evicted (security B5). */
const maxWindows = 50_000

/**
 * Number of calls of a session in a window that is counted in memory only, to save statements. Sessions with more calls are
 * also counted in the database, like addresses.
 */
const callsInMemory = 60

/** Prefix of sessions among the caller keys. */
const sessionPrefix = 'session:'

/** The caller key of a request: the session of a signed-in person, otherwise the client address (security B4). */
export const callerOf = ({ actor, origin }: Pick<Context, 'actor' | 'origin'>): string =>
  isSignedIn(actor) ? sessionCaller(actor.sessionId) : origin.ip

/** The caller key of a session. */
export const sessionCaller = (sessionId: string): string => sessionPrefix + sessionId

interface Window {
  startedAt: number
  endsAt: number
  calls: number
  /** Calls that are not yet saved in the database. */
  unsaved: number
}

/**
 * Counts calls per client address or session (see {@link callerOf}). Counts are kept in memory, saved to the database about
 * every second ({@link save}), read when a caller appears, and so shared between servers.
 */
export class CallerRates {
  readonly #platform: Pick<Platform, 'db'>
  readonly #rates: Record<RateName, Rate>
  readonly #log: Log
  readonly #windows = new Map<string, Window>()
  readonly #pendingReads = new Map<string, Promise<Window>>()
  #saving: Promise<void> = Promise.resolve()

  constructor({ db, configuration, log }: Platform) {
    this.#platform = { db }
    this.#rates = { ...defaults, ...configuration.rates }
    this.#log = log
  }

  /** Reads the caller's count ahead, so that {@link consume} needs no database connection of its own, such as within a transaction. */
  async load(rate: RateName, caller: string, now: number): Promise<void> {
    await this.#window(rate, caller, now)
  }

  /** Counts a call and returns a function that refunds it. Throws 429 when the caller has no calls left. */
  async consume(rate: RateName, caller: string, now: number): Promise<() => void> {
    const window = await this.#window(rate, caller, now)
    this.#assertNotExhausted(rate, window, now)
    window.calls++
    window.unsaved++
    // Refunds to the window that counted it: the caller may have a new one by then.
    return () => {
      window.calls--
      window.unsaved--
    }
  }

  /** Throws 429 when the caller has no calls left; counts nothing. */
  async check(rate: RateName, caller: string, now: number): Promise<void> {
    this.#assertNotExhausted(rate, await this.#window(rate, caller, now), now)
  }

  /** Whether the caller has no calls left; counts nothing. */
  async isExhausted(rate: RateName, caller: string, now: number): Promise<boolean> {
    return (await this.#window(rate, caller, now)).calls >= this.#rates[rate].calls
  }

  /** Saves counts and merges those of other servers; saves run one after the other. */
  save(now: number): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#save(now))
    return this.#saving
  }

  async #save(now: number): Promise<void> {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    const changed = [...this.#windows].filter(needsSaving).sort(([a], [b]) => (a < b ? -1 : 1))
    if (changed.length === 0) return
    const batch = changed.map(([key, { startedAt, endsAt, unsaved }]) => {
      const [rate = '', address = ''] = key.split(' ')
      return { rate, address, startedAt: instantOf(startedAt), endsAt: instantOf(endsAt), calls: unsaved }
    })
    const stored = new Map(
      (await addCalls(this.#platform.db, batch)).map((state) => [`${state.rate} ${state.address}`, state]),
    )
    for (const [at, [key, window]] of changed.entries()) {
      window.unsaved -= batch[at]?.calls ?? 0
      const state = stored.get(key)
      if (state) Object.assign(window, { endsAt: Date.parse(state.endsAt), calls: state.calls + window.unsaved })
    }
  }

  #assertNotExhausted(rate: RateName, window: Window, now: number): void {
    const { calls } = this.#rates[rate]
    if (window.calls < calls) return
    const retryAfter = Math.max(1, Math.ceil((window.endsAt - now) / 1_000))
    throw new Problem('tooManyRequests', { retryAfter, meta: { limit: calls, remaining: 0, reset: retryAfter } })
  }

  #window(rate: RateName, caller: string, now: number): Window | Promise<Window> {
    const key = keyOf(rate, caller)
    const open = this.#windows.get(key)
    if (open && open.endsAt > now) return open
    if (isMemoryFirst(key)) return this.#remember(key, this.#newWindow(rate, now))
    const pending = this.#pendingReads.get(key) ?? this.#readWindow(rate, key, now)
    this.#pendingReads.set(key, pending)
    return pending
  }

  async #readWindow(rate: RateName, key: string, now: number): Promise<Window> {
    const window = this.#newWindow(rate, now)
    try {
      const address = key.slice(rate.length + 1)
      const state = await findWindow(this.#platform.db, rate, address, instantOf(now))
      if (state)
        Object.assign(window, {
          startedAt: Date.parse(state.startedAt),
          endsAt: Date.parse(state.endsAt),
          calls: state.calls,
        })
    } catch (error) {
      // Without the database nobody can sign in anyway; requests that do not need it (health, pages) are counted in memory.
      this.#log.warn({ err: error }, 'the stored request counts cannot be read')
    }
    this.#pendingReads.delete(key)
    return this.#remember(key, window)
  }

  #newWindow(rate: RateName, now: number): Window {
    return { startedAt: now, endsAt: now + this.#rates[rate].seconds * 1_000, calls: 0, unsaved: 0 }
  }

  #remember(key: string, window: Window): Window {
    if (this.#windows.size >= maxWindows) this.#evict()
    this.#windows.set(key, window)
    return window
  }

  /** Evicts the tenth of the windows that ends first. */
  #evict(): void {
    const ending = [...this.#windows].sort(([, a], [, b]) => a.endsAt - b.endsAt)
    for (const [key] of ending.slice(0, maxWindows / 10)) this.#windows.delete(key)
  }
}

const keyOf = (rate: RateName, caller: string) => `${rate} ${clientAddress(caller)}`

/** Ordinary calls of a session; calls that can be used for guessing are always counted in the database. */
const isMemoryFirst = (key: string): boolean => key.startsWith(`general ${sessionPrefix}`)

const needsSaving = ([key, { calls, unsaved }]: [string, Window]): boolean =>
  unsaved !== 0 && (calls > callsInMemory || !isMemoryFirst(key))
