import { callAddress } from '@lintel/contract/jsonapi/call'
import {
  type ChangeTold,
  changeTold,
  heartbeatMs,
  readEvents,
  readProjectEvents,
} from '@lintel/contract/settings/events'
import { currentAuthority } from './authority'
import { isConnected, noteAnswer, probe, watchConnection } from './connection'
import { readEventStream } from './event-stream'

/** The page, as far as following asks about it: nothing is held open for a page that nobody looks at. */
export type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/** What is followed, and who is told. */
export interface Following {
  /** The customer that is followed; of a `project`, only what changes in that. */
  customer?: string | undefined
  project?: string | undefined
  /** The `cursor` that what is shown was read with: what changed since is told first. */
  after?: string
  /** When what is shown was read, in milliseconds since 1970 by this window's clock: asked for where there is no cursor. */
  readAt?: number
  /** Something changed: ask for it again, unless what is shown has this version already. */
  onChange(change: ChangeTold): void
  /** Something was missed: load again what is shown. */
  onReload(): void
  /** The stream stands here: told before the change that led there. */
  onCursor?(cursor: string): void
  /** It ended for good: the person may not follow it (any more). */
  onRefused?(): void
  page?: Page
  /** Where the server is, when it is not where the page comes from. */
  origin?: string
  /** Milliseconds before the first attempt after a failure; each further one waits twice as long, up to {@link longestPause}. */
  firstPause?: number
}

/** Longest wait between two attempts, in milliseconds. */
const longestPause = 30_000

/** A stream that says nothing for so long is dead, in milliseconds. */
const silenceMs = heartbeatMs * 2.5

/**
 * Follows what changes in a customer, or in a project, until the function that it gives is called. Connects again by itself and goes
 * on from where it was; ends for good when the person may not follow it. A 401 ends the session, as with any call.
 */
export function followChanges(following: Following): () => void {
  const { page = document, firstPause = 1_000 } = following
  const ending = new AbortController()
  const state: State = { cursor: following.after, readAt: following.readAt, pause: firstPause }
  const run = async () => {
    while (!ending.signal.aborted) {
      if (page.hidden) {
        await shown(page, ending.signal)
        continue
      }
      const goesOn = await connect(following, page, state, ending.signal)
      if (ending.signal.aborted) return
      if (!goesOn) return following.onRefused?.()
      if (page.hidden) continue
      // Many lose the server at once: not all of them come back at once.
      await passed(state.pause * (0.5 + Math.random() / 2), ending.signal)
      state.pause = Math.min(state.pause * 2, longestPause)
    }
  }
  void run()
  return () => ending.abort()
}

interface State {
  cursor: string | undefined
  /** All that was changed before this moment was told, or is in what is shown; of this window's clock. */
  readAt: number | undefined
  pause: number
}

/** One connection, until it breaks or the page is hidden. Gives whether another one makes sense. */
async function connect(following: Following, page: Page, state: State, ending: AbortSignal): Promise<boolean> {
  const { origin = '', firstPause = 1_000 } = following
  let isReady = false
  const closing = new AbortController()
  const close = () => closing.abort()
  const closeWhenHidden = () => page.hidden && close()
  ending.addEventListener('abort', close)
  page.addEventListener('visibilitychange', closeWhenHidden)
  let silence = setTimeout(close, silenceMs)
  const onSign = () => {
    clearTimeout(silence)
    silence = setTimeout(close, silenceMs)
    // A project's stream has no cursor: what came before this sign is known.
    if (isReady && state.readAt !== undefined) state.readAt = Date.now()
  }
  try {
    const bearer = await currentAuthority().bearer()
    if (bearer === undefined) return false
    const answer = await fetch(origin + addressOf(following, state), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${bearer}`, 'x-requested-with': 'lintel-web' },
      signal: closing.signal,
    })
    noteAnswer()
    if (answer.status === 401) currentAuthority().onUnauthorized()
    // Too many streams, and a server in trouble, pass by themselves.
    if (!answer.ok || !answer.body) return answer.status === 429 || answer.status >= 500
    for await (const { kind, data, id } of readEventStream(answer.body, onSign)) {
      if (ending.aborted) return false
      if (id !== undefined) {
        state.cursor = id
        following.onCursor?.(id)
      }
      if (kind === 'ready') {
        state.pause = firstPause
        isReady = true
      }
      if (kind === 'reload') following.onReload()
      else if (kind === 'change') following.onChange(changeTold.parse(JSON.parse(data)))
    }
  } catch {
    // No network, no server, a cut stream: the next attempt goes on from the cursor.
    if (!closing.signal.aborted) void probe()
  } finally {
    clearTimeout(silence)
    close()
    ending.removeEventListener('abort', close)
    page.removeEventListener('visibilitychange', closeWhenHidden)
  }
  return true
}

function addressOf({ customer, project }: Following, { cursor, readAt }: State): string {
  const age = cursor === undefined && readAt !== undefined ? String(Math.max(0, Date.now() - readAt)) : undefined
  return project === undefined
    ? callAddress(readEvents, {}, { customer: customer ?? '', after: cursor, age })
    : callAddress(readProjectEvents, { id: project }, { age })
}

const shown = (page: Page, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (page.hidden && !ending.aborted) return
      page.removeEventListener('visibilitychange', look)
      ending.removeEventListener('abort', look)
      resolve()
    }
    page.addEventListener('visibilitychange', look)
    ending.addEventListener('abort', look)
    look()
  })

const passed = (milliseconds: number, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopWatching()
      ending.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    // When the network comes back there is nothing to wait for any more.
    const stopWatching = watchConnection(() => isConnected() && done())
    ending.addEventListener('abort', done)
  })
