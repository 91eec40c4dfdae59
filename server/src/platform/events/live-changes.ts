import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@lintel/contract/problems'
import { type EventKind, heartbeatMs, type PublishedChange, platformTenant } from '@lintel/contract/settings/events'
import type { Platform } from '../context'
import type { Database } from '../database'
import { isDatabaseAway } from '../database'
import { invalidateTotals } from '../totals'
import { type ChangeNotification, changeChannel, parseNotification } from './change-channel'
import { EventStream } from './event-stream'
import { changedSince, lastSequence, lastSequences, missedSince, sequenceBefore } from './history.store'
import { type Listener, listen } from './listen'
import { platformStreamTypes } from './published-changes'
import { coversSeveralRecords, isOfProject } from './published-project-changes'

/** A session that subscribes to the changes of a customer or of one of its projects. */
export interface Reader {
  session: string
  user: string
  customer: string
  /**
   * Restricts the subscription to this project. Sequence numbers of the customer are then withheld, since they reveal
   * its other activity.
   */
  project?: string | undefined
}

/** Where the subscription starts: after a sequence number, or at data read `age` milliseconds ago; default now. */
export interface StartPosition {
  sequence?: number | undefined
  age?: number | undefined
}

/**
 * Maximum time between the start and the commit of a change, in milliseconds: data read in between may lack it. For bulk changes,
 * `sequenceBefore` and `changedSince` look further back. Publishing a change twice costs a request; missing one leaves stale data on the screen.
 */
const maxTransactionMs = 10_000

/** Tells which readers may still read their customers; called every {@link checkEveryMs} for all of them. */
export type CheckReaderAccess = (db: Database, readers: readonly Reader[], now: number) => Promise<readonly boolean[]>

/** Concurrent streams per person and in total, for this process. */
export const maxStreams = { person: 10, everybody: 500 }

/** Interval of access checks, in milliseconds: a revoked right remains effective for at most this long. */
const checkEveryMs = 2_000

/** How long a new stream waits for the database listener, in milliseconds. */
const connectWaitMs = 2_000

/** How long an access check remains valid, in milliseconds. */
const accessValidMs = 2.5 * checkEveryMs

interface Subscriber {
  reader: Reader
  stream: EventStream
  /** The last sequence number that was sent. */
  sent: number
  /** Set once `ready` was sent; until then no changes are sent. */
  isReady: boolean
  /** Changes since this instant of the server clock are sent at the start. */
  since: number | undefined
  /** Time of the last access check, on a monotonic clock in milliseconds. */
  accessCheckedAt: number
  /** A change was withheld because the access check had expired, or could not be read: it is sent before later ones. */
  hasMissed: boolean
  /** On the stream of the platform: up to when changes in customers were sent; undefined if unknown. */
  otherCustomersSince: number | undefined
  /** Whether missed changes are being read; `again` when more arrived meanwhile. */
  catchUpState: 'no' | 'yes' | 'again'
}

/** Nothing is sent then: the next check sends what is withheld. */
const isAccessCheckOld = ({ accessCheckedAt }: Subscriber) => performance.now() - accessCheckedAt > accessValidMs

const isOfPlatform = ({ reader }: Subscriber) => reader.customer === platformTenant

/** Project subscribers have no sequence number to resume from, so several changes could be delivered in part: they reload. */
const mustReload = ({ reader }: Subscriber, changes: readonly unknown[]) =>
  reader.project !== undefined && changes.length > 1

/** Withholds sequence numbers from project subscribers. */
function send({ reader, stream }: Subscriber, kind: EventKind, data: object, sequence?: number): void {
  stream.send(kind, data, reader.project === undefined ? sequence : undefined)
}

/**
 * Sends subscribers the changes of their customer, made on any server, through one listening connection per process. If
 * notifications do not arrive, each heartbeat compares sequence numbers instead.
 */
export class LiveChanges {
  readonly #platform: Platform
  readonly #checkReaderAccess: CheckReaderAccess
  readonly #subscribers = new Set<Subscriber>()
  /** The reads of what subscribers have missed, one after the other. */
  #reading: Promise<void> = Promise.resolve()
  #listening: Listener | undefined
  /** Resolves when the database listener is connected. */
  #connected: Promise<void> = Promise.resolve()
  /** Notifications arrive. */
  #hasReceivedNotification = false
  #checking: NodeJS.Timeout | undefined
  #heartbeatAt = 0

  constructor(platform: Platform, checkReaderAccess: CheckReaderAccess) {
    this.#platform = platform
    this.#checkReaderAccess = checkReaderAccess
  }

  /** Opens a stream for a reader whose access was checked. Throws 429 at the limit per person, 503 at that of the process. */
  open(reader: Reader, { sequence, age }: StartPosition = {}): Readable {
    this.#refuseTooMany(reader)
    const stream = new EventStream()
    const since = age === undefined ? undefined : this.#platform.clock() - age - maxTransactionMs
    const otherCustomersSince = sequence === undefined ? (since ?? this.#platform.clock()) : undefined
    const subscriber: Subscriber = {
      ...{ reader, stream, sent: sequence ?? -1, isReady: false, since, otherCustomersSince },
      ...{ accessCheckedAt: performance.now(), hasMissed: false, catchUpState: 'no' },
    }
    this.#subscribers.add(subscriber)
    stream.onEnd(() => this.#remove(subscriber))
    this.#startListening()
    this.#start(subscriber).catch(() => stream.end())
    return stream.body
  }

  /** Ends every stream; readers reconnect to another server, or to this one after its restart. */
  async close(): Promise<void> {
    for (const { stream } of this.#subscribers) stream.end()
    await this.#stopListening()
  }

  #refuseTooMany({ user }: Reader): void {
    if (this.#subscribers.size >= maxStreams.everybody) throw new Problem('overloaded', { retryAfter: 30 })
    const theirs = [...this.#subscribers].filter(({ reader }) => reader.user === user)
    if (theirs.length >= maxStreams.person) throw new Problem('tooManyRequests', { retryAfter: 30 })
  }

  /** Starts the timer and the database listener with the first subscriber. */
  #startListening(): void {
    const { listenOn } = this.#platform
    this.#checking ??= setInterval(() => void this.#check(), checkEveryMs)
    if (listenOn === undefined || this.#listening) return
    this.#connected = new Promise((resolve) => {
      const onMessage = (message: string) => {
        resolve()
        this.#hasReceivedNotification = true
        this.#receive(message)
      }
      this.#listening = listen({ url: listenOn, channel: changeChannel, onMessage })
    })
  }

  #remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    if (this.#subscribers.size === 0) void this.#stopListening()
  }

  async #stopListening(): Promise<void> {
    clearInterval(this.#checking)
    const listening = this.#listening
    this.#checking = undefined
    this.#listening = undefined
    await listening?.stop()
  }

  async #start(subscriber: Subscriber): Promise<void> {
    // Behind a pooler that swallows notifications the listener never connects; polling replaces it.
    await Promise.race([this.#connected, pause(connectWaitMs, undefined, { ref: false })])
    if (subscriber.sent < 0) {
      const { customer } = subscriber.reader
      const { db } = this.#platform
      subscriber.sent =
        subscriber.since === undefined
          ? await lastSequence(db, customer)
          : await sequenceBefore(db, customer, subscriber.since)
    }
    subscriber.isReady = true
    send(subscriber, 'ready', {}, subscriber.sent)
    await this.#catchUp([subscriber])
  }

  /** An empty message announces a new connection: changes may have been missed. */
  #receive(message: string): void {
    // A notified client refetches totals at once and must not get a cached one.
    invalidateTotals(this.#platform.db)
    const notification = parseNotification(message)
    if (notification === undefined) return void this.#catchUp(this.#subscribers)
    for (const subscriber of this.#subscribers) {
      if (subscriber.reader.customer === notification.customer) this.#deliver(subscriber, notification)
      // The sequence number is the customer's, not the platform's.
      else if (isOfPlatform(subscriber) && platformStreamTypes.includes(notification.type))
        this.#deliver(subscriber, { ...notification, sequence: null })
    }
  }

  #deliver(subscriber: Subscriber, { sequence, type, id, version }: ChangeNotification): void {
    if (isAccessCheckOld(subscriber)) {
      subscriber.hasMissed = true
      return
    }
    const change: PublishedChange = { type, id, version }
    const { project } = subscriber.reader
    // Which of several records are of the project is read from the database.
    if (project !== undefined && sequence !== null && coversSeveralRecords(change))
      return void this.#catchUp([subscriber])
    const isPublished = project === undefined || isOfProject(project, change)
    if (sequence !== null) this.#deliverNext(subscriber, change, sequence, isPublished)
    else if (isPublished) send(subscriber, 'change', change)
  }

  #deliverNext(subscriber: Subscriber, change: PublishedChange, sequence: number, isPublished: boolean): void {
    this.#repeatCatchUp(subscriber)
    const isBehind = subscriber.hasMissed || subscriber.catchUpState !== 'no'
    if (isBehind || sequence <= subscriber.sent || !subscriber.isReady) return
    subscriber.sent = sequence
    if (isPublished) send(subscriber, 'change', change, sequence)
  }

  #repeatCatchUp(subscriber: Subscriber): void {
    if (subscriber.catchUpState === 'yes') subscriber.catchUpState = 'again'
  }

  /** Subscribers catch up one at a time, to leave database connections to requests. One that is catching up already repeats it. */
  #catchUp(subscribers: Iterable<Subscriber>): Promise<void> {
    // All start before the first one is read: a change that arrives meanwhile waits for what was missed before it.
    for (const subscriber of subscribers) {
      this.#repeatCatchUp(subscriber)
      if (subscriber.catchUpState !== 'no' || !subscriber.isReady) continue
      subscriber.catchUpState = 'yes'
      this.#reading = this.#reading.then(() => this.#readMissed(subscriber))
    }
    return this.#reading
  }

  async #readMissed(subscriber: Subscriber): Promise<void> {
    if (!this.#subscribers.has(subscriber)) return
    // Of what arrives, only the changes after the start of the read are not in it.
    subscriber.catchUpState = 'yes'
    try {
      subscriber.hasMissed = isAccessCheckOld(subscriber)
      if (subscriber.hasMissed) return
      const { until, changes } = await missedSince(this.#platform.db, subscriber.reader, subscriber.sent)
      if (changes?.length !== 0) invalidateTotals(this.#platform.db)
      subscriber.sent = until
      if (changes === undefined || mustReload(subscriber, changes)) send(subscriber, 'reload', {}, until)
      // Each has its own sequence number, so that a disconnected reader resumes after what arrived.
      else for (const { sequence, ...change } of changes) send(subscriber, 'change', change, sequence)
      if (isOfPlatform(subscriber)) await this.#publishMissedInOtherCustomers(subscriber)
    } catch (error) {
      subscriber.hasMissed = true
      if (!isDatabaseAway(error)) this.#platform.log.error({ err: error }, 'missed changes could not be read')
    } finally {
      const again = (subscriber.catchUpState as Subscriber['catchUpState']) === 'again'
      subscriber.catchUpState = 'no'
      if (again) void this.#catchUp([subscriber])
    }
  }

  /** Missed changes in customers are sent as types only, since their sequence numbers have no common order. */
  async #publishMissedInOtherCustomers(subscriber: Subscriber): Promise<void> {
    const { db, clock } = this.#platform
    const { otherCustomersSince } = subscriber
    const now = clock()
    const types =
      otherCustomersSince === undefined
        ? platformStreamTypes
        : await changedSince(db, platformStreamTypes, otherCustomersSince - maxTransactionMs)
    subscriber.otherCustomersSince = now
    if (types.length > 0) invalidateTotals(db)
    for (const type of types) subscriber.stream.send('change', { type, id: null, version: null })
  }

  /** Ends streams without access, lets the withheld ones catch up, and sends heartbeats. */
  async #check(): Promise<void> {
    const subscribers = [...this.#subscribers]
    const begun = performance.now()
    const isHeartbeatDue = begun - this.#heartbeatAt >= heartbeatMs - checkEveryMs
    if (isHeartbeatDue) this.#heartbeatAt = begun
    try {
      const { db, clock } = this.#platform
      const mayRead = await this.#checkReaderAccess(
        db,
        subscribers.map(({ reader }) => reader),
        clock(),
      )
      for (const [at, subscriber] of subscribers.entries()) {
        if (mayRead[at]) subscriber.accessCheckedAt = begun
        else subscriber.stream.end()
      }
      // Neither is waited for: a heartbeat tells that the server is there, however much is still to be read.
      void this.#catchUp(subscribers.filter(({ hasMissed }, at) => hasMissed && mayRead[at]))
      if (isHeartbeatDue) await this.#catchUpLate(subscribers)
    } catch (error) {
      if (!isDatabaseAway(error))
        this.#platform.log.error({ err: error }, 'the access of subscribers could not be checked')
    }
    if (isHeartbeatDue) for (const { stream } of subscribers) stream.heartbeat()
  }

  async #catchUpLate(subscribers: readonly Subscriber[]): Promise<void> {
    const customers = [...new Set(subscribers.map(({ reader }) => reader.customer))]
    const known = await lastSequences(this.#platform.db, customers)
    void this.#catchUp(
      subscribers.filter(
        (subscriber) =>
          (known.get(subscriber.reader.customer) ?? 0) !== subscriber.sent ||
          (isOfPlatform(subscriber) && !this.#hasReceivedNotification),
      ),
    )
  }
}
