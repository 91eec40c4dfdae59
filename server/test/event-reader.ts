import { callAddress } from '@lintel/contract/jsonapi/call'
import { type PublishedChange, readEvents } from '@lintel/contract/settings/events'
import { vi } from 'vitest'

/** One event as it came. */
export interface ReceivedEvent {
  kind: string
  id: string | undefined
  change: PublishedChange
}

/** Somebody who holds a stream of events open, over a real connection. */
export interface EventReader {
  status: number
  headers: Headers
  events: readonly ReceivedEvent[]
  /** Waits until an event is heard that `is` what is waited for. */
  waitForEvent(is: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  /** Settles when the server ended the stream. */
  ended: Promise<void>
  close(): void
}

/** What a reader asks with. */
export interface EventStreamOptions {
  origin: string
  bearer: string | undefined
  customer: string
  after?: string
  age?: number
  lastEventId?: string
}

/** Opens a stream of events; resolves when the server has answered. */
export function openEventStream({ origin, bearer, customer, after, age, lastEventId }: EventStreamOptions): Promise<EventReader> {
  return openStream(origin + callAddress(readEvents, {}, { customer, after, age: age?.toString() }), {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
}

/** The same at an address. */
export async function openStream(address: string, headers: Record<string, string>): Promise<EventReader> {
  const closing = new AbortController()
  const answer = await fetch(address, { headers, signal: closing.signal })
  const events: ReceivedEvent[] = []
  const ended = answer.ok ? readAll(answer, events) : Promise.resolve()
  ended.catch(() => undefined)
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    ended,
    waitForEvent: (is) =>
      vi.waitFor(
        () => {
          const heard = events.find(is)
          if (!heard) throw new Error(`Heard only ${JSON.stringify(events)}`)
          return heard
        },
        { timeout: 30_000, interval: 20 },
      ),
    close: () => closing.abort(),
  }
}

async function readAll({ body }: Response, events: ReceivedEvent[]): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const kind = field('event')
      if (kind) events.push({ kind, id: field('id'), change: JSON.parse(field('data') ?? '{}') })
    }
  }
}

/** What a change is told as. */
export const isChangeOf =
  (type: string, id: string | null) =>
  ({ kind, change }: ReceivedEvent): boolean =>
    kind === 'change' && change.type === type && change.id === id

export const isReady = ({ kind }: ReceivedEvent): boolean => kind === 'ready'
