import { callAddress } from '@lintel/contract/jsonapi/call'
import { type PublishedChange, readEvents } from '@lintel/contract/settings/events'
import { vi } from 'vitest'

/** An event as it was received. */
export interface ReceivedEvent {
  kind: string
  id: string | undefined
  change: PublishedChange
}

/** A client with an open event stream over a real connection. */
export interface EventReader {
  status: number
  headers: Headers
  events: readonly ReceivedEvent[]
  /** Waits for an event that satisfies `is`. */
  waitForEvent(is: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  /** Resolves when the server has closed the stream. */
  ended: Promise<void>
  close(): void
}

/** The parameters of an event stream. */
export interface EventStreamOptions {
  origin: string
  bearer: string | undefined
  customer: string
  after?: string
  age?: number
  lastEventId?: string
}

/** Opens an event stream of a customer; resolves when the server has responded. */
export function openEventStream({
  origin,
  bearer,
  customer,
  after,
  age,
  lastEventId,
}: EventStreamOptions): Promise<EventReader> {
  return openStream(origin + callAddress(readEvents, {}, { customer, after, age: age?.toString() }), {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
}

/** Opens an event stream at any address. */
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
          const match = events.find(is)
          if (!match) throw new Error(`Heard only ${JSON.stringify(events)}`)
          return match
        },
        { timeout: 30_000, interval: 20 },
      ),
    close: () => closing.abort(),
  }
}

async function readAll({ body }: Response, events: ReceivedEvent[]): Promise<void> {
  let buffered = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    const blocks = (buffered + decoder.decode(bytes, { stream: true })).split('\n\n')
    buffered = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const kind = field('event')
      if (kind) events.push({ kind, id: field('id'), change: JSON.parse(field('data') ?? '{}') })
    }
  }
}

/** Matches the event of a change to the record of this type and id. */
export const isChangeOf =
  (type: string, id: string | null) =>
  ({ kind, change }: ReceivedEvent): boolean =>
    kind === 'change' && change.type === type && change.id === id

export const isReady = ({ kind }: ReceivedEvent): boolean => kind === 'ready'
