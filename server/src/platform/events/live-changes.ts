import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@lintel/contract/problems'
import { type ChangeTold, type EventKind, heartbeatMs, platformTenant } from '@lintel/contract/settings/events'
import type { Platform } from '../context'
import type { Database } from '../database'
import { isDatabaseAway } from '../database'
import { forgetTotals } from '../totals'
import { changeChannel, type Notice, readNotice } from './change-channel'
import { EventStream } from './event-stream'
import { changedSince, lastSequence, lastSequences, missedSince, sequenceBefore } from './history.store'
import { type Listening, listen } from './listen'
import { toldEverywhere } from './told-changes'
import { isOfProject, isOfSeveral } from './told-of-projects'

/** Somebody who follows the changes of a customer, or of one of its projects, in a session. */
export interface Reader {
  session: string
  user: string
  customer: string
  /** Only what changes in this project is told, and no place of the customer's history: it says how much else happens there. */
  project?: string | undefined
}

/** From where on somebody is told: a place in the history, or what was read so many milliseconds ago; otherwise from now on. */
export interface From {
  place?: number | undefined
  age?: number | undefined
}

/**
 * A change may begin so long before it is committed, in milliseconds: who read in between has not seen it. Telling of one
 * that was seen costs a reading, missing one leaves something old on the screen.
 */
const underWayMs = 10_000

/** Which of these readers may still read their customers; asked every {@link checkEveryMs} for all at once. */
export type StillReading = (db: Database, readers: readonly Reader[], now: number) => Promise<readonly boolean[]>

/** Streams that a person may have open at one server, and all people together. */
export const streamsAtOnce = { person: 10, everybody: 500 }

/** How often rights are looked at, in milliseconds: for so long a right that was lost may still be of use. */
const checkEveryMs = 2_000

/** For how long a reader is kept waiting until the database is listened to, in milliseconds. */
const connectMs = 2_000

/** Nothing is told on the word of an older look, in milliseconds. */
const trustedMs = 2.5 * checkEveryMs

interface Follower {
  reader: Reader
  stream: EventStream
  /** The place in the customer's history up to which they were told. */
  sent: number
  /** Their stream has begun: before, they are told nothing, and then first what they missed. */
  isGreeted: boolean
  /** What began since this moment is told at the greeting; of the server's clock. */
  since: number | undefined
  /** When it was last seen that they may read; milliseconds of a clock that only goes forward. */
  seenAt: number
  /** Something was not told, as that was too long ago. */
  hasMissed: boolean
  /** Of the platform's own stream: until when they were told what changes in customers; undefined where nobody knows. */
  elsewhere: number | undefined
  /** They are being told what they missed: `again` when more came meanwhile. */
  catching: 'no' | 'yes' | 'again'
}

const isOfPlatform = ({ reader }: Follower) => reader.customer === platformTenant

/** Who follows a project has no place to go on from: of several changes they would know only some, were they cut off in between. */
const isTooMuch = ({ reader }: Follower, changes: readonly unknown[]) =>
  reader.project !== undefined && changes.length > 1

/** Who follows a project hears nothing of the places of its customer's history. */
function send({ reader, stream }: Follower, kind: EventKind, data: object, place?: number): void {
  stream.send(kind, data, reader.project === undefined ? place : undefined)
}

/**
 * Tells everybody who follows a customer what changes in it, on whichever server it is changed: one connection of this
 * process listens to the database. Where notifications do not come through, histories are looked at at each heartbeat.
 */
export class LiveChanges {
  readonly #platform: Platform
  readonly #stillReading: StillReading
  readonly #followers = new Set<Follower>()
  #listening: Listening | undefined
  /** Settles when the database is listened to. */
  #connected: Promise<void> = Promise.resolve()
  /** Notifications come through. */
  #hears = false
  #checking: NodeJS.Timeout | undefined
  #beatAt = 0

  constructor(platform: Platform, stillReading: StillReading) {
    this.#platform = platform
    this.#stillReading = stillReading
  }

  /**
   * Opens a stream for somebody who may read the customer.
   * Throws 429 when they have too many, 503 when everybody together has.
   */
  open(reader: Reader, { place, age }: From = {}): Readable {
    this.#refuseTooMany(reader)
    const stream = new EventStream()
    const since = age === undefined ? undefined : this.#platform.clock() - age - underWayMs
    const elsewhere = place === undefined ? (since ?? this.#platform.clock()) : undefined
    const follower: Follower = {
      ...{ reader, stream, sent: place ?? -1, isGreeted: false, since, elsewhere },
      ...{ seenAt: performance.now(), hasMissed: false, catching: 'no' },
    }
    this.#followers.add(follower)
    stream.onEnd(() => this.#leave(follower))
    this.#begin()
    this.#greet(follower).catch(() => stream.end())
    return stream.body
  }

  /** Ends every stream: their readers go on at another server, or at this one when it is back. */
  async close(): Promise<void> {
    for (const { stream } of this.#followers) stream.end()
    await this.#rest()
  }

  #refuseTooMany({ user }: Reader): void {
    if (this.#followers.size >= streamsAtOnce.everybody) throw new Problem('overloaded', { retryAfter: 30 })
    const theirs = [...this.#followers].filter(({ reader }) => reader.user === user)
    if (theirs.length >= streamsAtOnce.person) throw new Problem('tooManyRequests', { retryAfter: 30 })
  }

  /** The first follower has the database listened to, the last one lets it rest. */
  #begin(): void {
    const { listenOn } = this.#platform
    this.#checking ??= setInterval(() => void this.#look(), checkEveryMs)
    if (listenOn === undefined || this.#listening) return
    this.#connected = new Promise((resolve) => {
      const heard = (message: string) => {
        resolve()
        this.#hears = true
        this.#hear(message)
      }
      this.#listening = listen({ url: listenOn, channel: changeChannel, heard })
    })
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) void this.#rest()
  }

  async #rest(): Promise<void> {
    clearInterval(this.#checking)
    const listening = this.#listening
    this.#checking = undefined
    this.#listening = undefined
    await listening?.stop()
  }

  async #greet(follower: Follower): Promise<void> {
    // Where a pooler swallows notifications, it is never heard: looking has to do.
    await Promise.race([this.#connected, pause(connectMs, undefined, { ref: false })])
    if (follower.sent < 0) {
      const { customer } = follower.reader
      const { db } = this.#platform
      follower.sent =
        follower.since === undefined
          ? await lastSequence(db, customer)
          : await sequenceBefore(db, customer, follower.since)
    }
    follower.isGreeted = true
    send(follower, 'ready', {}, follower.sent)
    await this.#catchUp(follower)
  }

  /** An empty message says that the connection is new: something may have been missed. */
  #hear(message: string): void {
    // Whoever is told asks at once how many there are now: a total of a moment before is not for them.
    forgetTotals(this.#platform.db)
    const notice = readNotice(message)
    if (notice === undefined) return void this.#catchUpAll()
    for (const follower of this.#followers) {
      if (follower.reader.customer === notice.customer) this.#tell(follower, notice)
      // It has its place in the customer's history, not in the platform's.
      else if (isOfPlatform(follower) && toldEverywhere.includes(notice.type))
        this.#tell(follower, { ...notice, sequence: null })
    }
  }

  /** Nobody is told anything new before what was missed, but one after the other reads that: the connections belong to everybody. */
  async #catchUpAll(): Promise<void> {
    for (const follower of [...this.#followers].filter((follower) => this.#beginsToCatchUp(follower))) {
      if (this.#followers.has(follower)) await this.#readMissed(follower)
    }
  }

  #tell(follower: Follower, { sequence, type, id, version }: Notice): void {
    // Not on the word of a look that is long ago: the next one tells them what they missed.
    if (performance.now() - follower.seenAt > trustedMs) {
      follower.hasMissed = true
      return
    }
    const change: ChangeTold = { type, id, version }
    const { project } = follower.reader
    // Of several at once it is looked up which are of the project.
    if (project !== undefined && sequence !== null && isOfSeveral(change)) return void this.#catchUp(follower)
    const isTold = project === undefined || isOfProject(project, change)
    if (sequence !== null) this.#tellNext(follower, change, sequence, isTold)
    else if (isTold) send(follower, 'change', change)
  }

  #tellNext(follower: Follower, change: ChangeTold, sequence: number, isTold: boolean): void {
    this.#askAgain(follower)
    if (follower.catching !== 'no' || sequence <= follower.sent || !follower.isGreeted) return
    follower.sent = sequence
    if (isTold) send(follower, 'change', change, sequence)
  }

  #askAgain(follower: Follower): void {
    if (follower.catching === 'yes') follower.catching = 'again'
  }

  async #catchUp(follower: Follower): Promise<void> {
    if (this.#beginsToCatchUp(follower)) await this.#readMissed(follower)
  }

  /** False when somebody reads for the follower already (who then reads once more), or it was not greeted yet. */
  #beginsToCatchUp(follower: Follower): boolean {
    this.#askAgain(follower)
    if (follower.catching !== 'no' || !follower.isGreeted) return false
    follower.catching = 'yes'
    return true
  }

  async #readMissed(follower: Follower): Promise<void> {
    try {
      const { until, changes } = await missedSince(this.#platform.db, follower.reader, follower.sent)
      forgetTotals(this.#platform.db)
      follower.sent = until
      if (changes === undefined || isTooMuch(follower, changes)) send(follower, 'reload', {}, until)
      // Each with a place of its own: who is cut off in between goes on behind what has arrived.
      else for (const { sequence, ...change } of changes) send(follower, 'change', change, sequence)
      if (isOfPlatform(follower)) await this.#readMissedElsewhere(follower)
    } catch (error) {
      if (!isDatabaseAway(error)) this.#platform.log.error({ err: error }, 'what was missed could not be read')
    } finally {
      const again = (follower.catching as Follower['catching']) === 'again'
      follower.catching = 'no'
      if (again) void this.#catchUp(follower)
    }
  }

  /** What was missed in customers is told by its type alone: their histories have no common order. */
  async #readMissedElsewhere(follower: Follower): Promise<void> {
    const { db, clock } = this.#platform
    const { elsewhere } = follower
    const now = clock()
    const types =
      elsewhere === undefined ? toldEverywhere : await changedSince(db, toldEverywhere, elsewhere - underWayMs)
    follower.elsewhere = now
    for (const type of types) follower.stream.send('change', { type, id: null, version: null })
  }

  /** Ends the streams of those who may not read any more, tells those who wait, and shows that the rest is alive. */
  async #look(): Promise<void> {
    const followers = [...this.#followers]
    const begun = performance.now()
    const beats = begun - this.#beatAt >= heartbeatMs - checkEveryMs
    if (beats) this.#beatAt = begun
    try {
      const { db, clock } = this.#platform
      const reading = await this.#stillReading(
        db,
        followers.map(({ reader }) => reader),
        clock(),
      )
      const behind = new Set<Follower>()
      for (const [at, follower] of followers.entries()) {
        if (!reading[at]) follower.stream.end()
        else {
          if (follower.hasMissed) behind.add(follower)
          follower.hasMissed = false
          follower.seenAt = begun
        }
      }
      if (beats || behind.size > 0) await this.#lookForMissed(followers, behind)
    } catch (error) {
      if (!isDatabaseAway(error)) this.#platform.log.error({ err: error }, 'readers could not be looked at')
    }
    if (beats) for (const { stream } of followers) stream.beat()
  }

  async #lookForMissed(followers: readonly Follower[], behind: ReadonlySet<Follower>): Promise<void> {
    const customers = [...new Set(followers.map(({ reader }) => reader.customer))]
    const known = await lastSequences(this.#platform.db, customers)
    const late = followers.filter(
      (follower) =>
        follower.isGreeted &&
        ((known.get(follower.reader.customer) ?? 0) !== follower.sent || (isOfPlatform(follower) && !this.#hears)),
    )
    // Not all of them at once: the connections belong to everybody.
    for (const follower of new Set([...behind, ...late])) await this.#catchUp(follower)
  }
}
