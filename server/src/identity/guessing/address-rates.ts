import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { clientAddress } from '../../platform/client-address'
import { instantOf } from '../../platform/clock'
import type { Context, Log, Platform } from '../../platform/context'
import type { AddressRateName as RateName } from '../../platform/master-configuration'
import { addCalls, openWindow } from './address-rates.store'

/** How many calls a caller may make in how many seconds. */
interface Rate {
  calls: number
  seconds: number
}

/** Per caller (security B4): an address, or a session. `signIn` counts failures only; configuration.rates sets other numbers by name. */
const defaults = {
  general: { calls: 600, seconds: 60 },
  signIn: { calls: 30, seconds: 600 },
  resetRequest: { calls: 5, seconds: 60 },
  providerMatch: { calls: 20, seconds: 60 },
  providerSetup: { calls: 30, seconds: 60 },
  guestLogin: { calls: 20, seconds: 60 },
  clientLog: { calls: 30, seconds: 60 },
} satisfies Record<RateName, Rate>

/** How many callers are remembered at most; beyond that, those whose window ends first go (security B5). */
const mostWindows = 50_000

/**
 * Sessions are many and ask little: so many calls of one in a window stay in memory, which costs no statement. One that asks
 * more is counted in the database like an address.
 */
const callsInMemory = 60

/** How a session is called among those who are counted. */
const sessionMark = 'session:'

/** Who is counted: the session of somebody who is signed in, the address of anybody else (security B4). */
export const callerOf = ({ actor, origin }: Pick<Context, 'actor' | 'origin'>): string =>
  isSignedIn(actor) ? sessionCaller(actor.sessionId) : origin.ip

/** A session as one who is counted. */
export const sessionCaller = (sessionId: string): string => sessionMark + sessionId

interface Window {
  startedAt: number
  endsAt: number
  calls: number
  /** Calls that the database does not know yet. */
  unsaved: number
}

/**
 * Counts calls per client address or session, as {@link callerOf} names it. Counts are kept in memory for speed and in the database for good: they are written
 * every second or so ({@link save}), read when an address appears, and shared with other servers that way.
 */
export class AddressRates {
  readonly #platform: Pick<Platform, 'db'>
  readonly #rates: Record<RateName, Rate>
  readonly #log: Log
  readonly #windows = new Map<string, Window>()
  readonly #reading = new Map<string, Promise<Window>>()
  #saving: Promise<void> = Promise.resolve()

  constructor({ db, configuration, log }: Platform) {
    this.#platform = { db }
    this.#rates = { ...defaults, ...configuration.rates }
    this.#log = log
  }

  /** Counts a call, and gives how to take it back should it turn out not to count. Throws 429 when the caller has none left. */
  async take(rate: RateName, caller: string, now: number): Promise<() => void> {
    const window = await this.#window(rate, caller, now)
    this.#refuseWhenSpent(rate, window, now)
    window.calls++
    window.unsaved++
    // In the window that it was counted in: the address may have another one by then.
    return () => {
      window.calls--
      window.unsaved--
    }
  }

  /** Throws 429 when the caller has no call left, counting nothing. */
  async check(rate: RateName, caller: string, now: number): Promise<void> {
    this.#refuseWhenSpent(rate, await this.#window(rate, caller, now), now)
  }

  /** Has the caller no call left? Counts nothing. */
  async isSpent(rate: RateName, caller: string, now: number): Promise<boolean> {
    return (await this.#window(rate, caller, now)).calls >= this.#rates[rate].calls
  }

  /** Writes what was counted and learns what other servers counted; one writing after the other. */
  save(now: number): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#save(now))
    return this.#saving
  }

  async #save(now: number): Promise<void> {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    const changed = [...this.#windows].filter(isWorthSaving).sort(([a], [b]) => (a < b ? -1 : 1))
    if (changed.length === 0) return
    const told = changed.map(([key, { startedAt, endsAt, unsaved }]) => {
      const [rate = '', address = ''] = key.split(' ')
      return { rate, address, startedAt: instantOf(startedAt), endsAt: instantOf(endsAt), calls: unsaved }
    })
    const known = new Map(
      (await addCalls(this.#platform.db, told)).map((kept) => [`${kept.rate} ${kept.address}`, kept]),
    )
    for (const [at, [key, window]] of changed.entries()) {
      window.unsaved -= told[at]?.calls ?? 0
      const kept = known.get(key)
      if (kept) Object.assign(window, { endsAt: Date.parse(kept.endsAt), calls: kept.calls + window.unsaved })
    }
  }

  #refuseWhenSpent(rate: RateName, window: Window, now: number): void {
    const { calls } = this.#rates[rate]
    if (window.calls < calls) return
    const retryAfter = Math.max(1, Math.ceil((window.endsAt - now) / 1_000))
    throw new Problem('tooManyRequests', { retryAfter, meta: { limit: calls, remaining: 0, reset: retryAfter } })
  }

  #window(rate: RateName, caller: string, now: number): Window | Promise<Window> {
    const key = keyOf(rate, caller)
    const open = this.#windows.get(key)
    if (open && open.endsAt > now) return open
    if (beginsInMemory(key)) return this.#keep(key, this.#fresh(rate, now))
    const begun = this.#reading.get(key) ?? this.#begin(rate, key, now)
    this.#reading.set(key, begun)
    return begun
  }

  async #begin(rate: RateName, key: string, now: number): Promise<Window> {
    const fresh = this.#fresh(rate, now)
    try {
      const address = key.slice(rate.length + 1)
      const kept = await openWindow(this.#platform.db, rate, address, instantOf(now))
      if (kept)
        Object.assign(fresh, {
          startedAt: Date.parse(kept.startedAt),
          endsAt: Date.parse(kept.endsAt),
          calls: kept.calls,
        })
    } catch (error) {
      // Without the database nobody can sign in anyway; what needs none (health, pages) goes on, counted here.
      this.#log.warn({ err: error }, 'the kept request counts cannot be read')
    }
    this.#reading.delete(key)
    return this.#keep(key, fresh)
  }

  #fresh(rate: RateName, now: number): Window {
    return { startedAt: now, endsAt: now + this.#rates[rate].seconds * 1_000, calls: 0, unsaved: 0 }
  }

  #keep(key: string, window: Window): Window {
    if (this.#windows.size >= mostWindows) this.#makeRoom()
    this.#windows.set(key, window)
    return window
  }

  /** Forgets the tenth of the windows that ends first. */
  #makeRoom(): void {
    const ending = [...this.#windows].sort(([, a], [, b]) => a.endsAt - b.endsAt)
    for (const [key] of ending.slice(0, mostWindows / 10)) this.#windows.delete(key)
  }
}

const keyOf = (rate: RateName, caller: string) => `${rate} ${clientAddress(caller)}`

/** The ordinary calls of a session; what can be guessed at is always counted in the database. */
const beginsInMemory = (key: string): boolean => key.startsWith(`general ${sessionMark}`)

const isWorthSaving = ([key, { calls, unsaved }]: [string, Window]): boolean =>
  unsaved !== 0 && (calls > callsInMemory || !beginsInMemory(key))
