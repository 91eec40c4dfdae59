import { callAddress } from '@lintel/contract/jsonapi/call'
import {
  heartbeatMs,
  type PublishedChange,
  publishedChange,
  readEvents,
  readProjectEvents,
} from '@lintel/contract/settings/events'
import { currentAuthenticator } from './authenticator'
import { isConnected, probe, recordResponse, watchConnection } from './connection'
import { readEventStream } from './event-stream'
import { sessionChanges, watchSessionChanges } from './session-changes'

/** The part of the document that is needed here: the stream is closed while the page is hidden. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/** What to follow, and the callbacks. */
export interface FollowOptions {
  /** The customer to follow; with `project`, only the changes of that project. */
  customer?: string | undefined
  project?: string | undefined
  /** The `cursor` of the data shown: changes since then are delivered first. */
  after?: string
  /** When the data shown was read, in epoch ms by this window's clock; used where there is no cursor. */
  readAt?: number
  /** A record changed: refetch it, unless this version is already shown. */
  onChange(change: PublishedChange): void
  /** Changes were missed: reload everything that is shown. */
  onReload(): void
  /** The new cursor of the stream, called before the change that it belongs to. */
  onCursor?(cursor: string): void
  /** The person may not follow the changes (any more): told at each attempt. */
  onRefused?(): void
  page?: Page
  /** Origin of the server, when it is not the page's own. */
  origin?: string
  /** Milliseconds before the first retry after a failure; each further one waits twice as long, up to {@link maxPauseMs}. */
  firstPause?: number
}

/** Changes that are being followed. */
export interface FollowedChanges {
  end(): void
  /** A reason to try again, where the stream was refused. */
  retry(): void
}

/** Maximum wait between two attempts, in ms. */
const maxPauseMs = 30_000

/** The maximum age of the data shown that a request can say, in ms. */
const maxAgeMs = 999_999_999

/** A stream that is silent for this long is dead, in ms. */
const silenceMs = heartbeatMs * 2.5

/**
 * Follows the changes of a customer or a project until `end` is called. Reconnects and resumes by itself. A 401 ends the session or
 * replaces its token, as with any call. A refusal may be temporary: the stream is resumed once there is a reason to try again, which is a new, renewed or newly proved
 * session, a page that becomes visible, or `retry`. There is no interval: it would keep a session in use that nobody uses.
 */
export function followChanges(following: FollowOptions): FollowedChanges {
  const { page = document, firstPause = 1_000 } = following
  const ending = new AbortController()
  const state: State = {
    ...{ cursor: following.after, readAt: following.readAt, pause: firstPause },
    ...{ session: sessionChanges(), retry: () => {} },
  }
  const run = async () => {
    while (!ending.signal.aborted) {
      if (page.hidden) {
        await untilVisible(page, ending.signal)
        continue
      }
      const isRefused = await connect(following, page, state, ending.signal)
      if (ending.signal.aborted) return
      if (isRefused) {
        following.onRefused?.()
        await untilRetry(page, state, ending.signal)
        continue
      }
      if (page.hidden) continue
      // Jitter: when the server restarts, not all clients reconnect at once.
      await wait(state.pause * (0.5 + Math.random() / 2), ending.signal)
      state.pause = Math.min(state.pause * 2, maxPauseMs)
    }
  }
  void run()
  return { end: () => ending.abort(), retry: () => state.retry() }
}

interface State {
  cursor: string | undefined
  /** All changes before this moment have been delivered or are part of the data shown; by this window's clock. */
  readAt: number | undefined
  pause: number
  /** The {@link sessionChanges} before the last attempt. */
  session: number
  /** Ends the wait after a refusal. */
  retry(): void
}

/** One connection, until it breaks or the page is hidden. Resolves to whether it was refused. */
async function connect(following: FollowOptions, page: Page, state: State, ending: AbortSignal): Promise<boolean> {
  const { origin = '', firstPause = 1_000 } = following
  let isReady = false
  const closing = new AbortController()
  const close = () => closing.abort()
  const closeWhenHidden = () => page.hidden && close()
  ending.addEventListener('abort', close)
  page.addEventListener('visibilitychange', closeWhenHidden)
  let silence = setTimeout(close, silenceMs)
  const onActivity = () => {
    clearTimeout(silence)
    silence = setTimeout(close, silenceMs)
    // A project's stream has no cursor: everything before this sign of life has been delivered.
    if (isReady && state.readAt !== undefined) state.readAt = Date.now()
  }
  try {
    const bearer = await currentAuthenticator().bearer()
    state.session = sessionChanges()
    if (bearer === undefined) return true
    const age = ageOf(state)
    const answer = await fetch(origin + addressOf(following, state.cursor, age), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${bearer}`, 'x-requested-with': 'lintel-web' },
      signal: closing.signal,
    })
    recordResponse()
    if (answer.status === 401) await currentAuthenticator().onUnauthorized(bearer)
    // Too many streams and server errors end by themselves.
    if (!answer.ok || !answer.body) return answer.status !== 429 && answer.status < 500
    for await (const { kind, data, id } of readEventStream(answer.body, onActivity)) {
      if (ending.aborted) break
      if (id !== undefined) {
        state.cursor = id
        following.onCursor?.(id)
      }
      if (kind === 'ready') {
        state.pause = firstPause
        isReady = true
        if (age !== undefined && age > maxAgeMs) following.onReload()
      }
      if (kind === 'reload') following.onReload()
      else if (kind === 'change') following.onChange(publishedChange.parse(JSON.parse(data)))
    }
  } catch {
    // Without network or server, or after a cut, the next attempt resumes from the cursor.
    if (!closing.signal.aborted) void probe()
  } finally {
    clearTimeout(silence)
    close()
    ending.removeEventListener('abort', close)
    page.removeEventListener('visibilitychange', closeWhenHidden)
  }
  return false
}

/** How long ago the data shown was read, in ms, where there is no cursor. */
const ageOf = ({ cursor, readAt }: State): number | undefined =>
  cursor === undefined && readAt !== undefined ? Math.max(0, Date.now() - readAt) : undefined

function addressOf(
  { customer, project }: FollowOptions,
  cursor: string | undefined,
  ageMs: number | undefined,
): string {
  const age = ageMs === undefined ? undefined : String(Math.min(ageMs, maxAgeMs))
  return project === undefined
    ? callAddress(readEvents, {}, { customer: customer ?? '', after: cursor, age })
    : callAddress(readProjectEvents, { id: project }, { age })
}

const untilVisible = (page: Page, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (page.hidden && !ending.aborted) return
      page.removeEventListener('visibilitychange', check)
      ending.removeEventListener('abort', check)
      resolve()
    }
    page.addEventListener('visibilitychange', check)
    ending.addEventListener('abort', check)
    check()
  })

/** Waits after a refusal; not at all if the session has changed since the attempt. */
const untilRetry = (page: Page, state: State, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stopWatching()
      page.removeEventListener('visibilitychange', onVisibility)
      ending.removeEventListener('abort', done)
      state.retry = () => {}
      resolve()
    }
    const onVisibility = () => page.hidden || done()
    const stopWatching = watchSessionChanges(done)
    page.addEventListener('visibilitychange', onVisibility)
    ending.addEventListener('abort', done)
    state.retry = done
    if (sessionChanges() !== state.session) done()
  })

const wait = (milliseconds: number, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopWatching()
      ending.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    // Stops waiting when the network is back.
    const stopWatching = watchConnection(() => isConnected() && done())
    ending.addEventListener('abort', done)
  })
