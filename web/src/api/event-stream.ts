/** One event of a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface StreamEvent {
  kind: string
  data: string
  /** The last id that the stream named, with this event or before it. */
  id: string | undefined
}

/** Reads a body of server-sent events, an event at a time; comments (heartbeats) only call `onSign`. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder()
  let rest = ''
  let id: string | undefined
  let fields: { kind: string; data: string[] } = { kind: 'message', data: [] }
  for await (const bytes of chunksOf(body)) {
    onSign()
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (fields.data.length > 0) yield { kind: fields.kind, data: fields.data.join('\n'), id }
        fields = { kind: 'message', data: [] }
        continue
      }
      const [name, value] = fieldOf(line)
      if (name === 'id') id = value
      else if (name === 'event') fields.kind = value
      else if (name === 'data') fields.data.push(value)
    }
  }
}

const fieldOf = (line: string): [string, string] => {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

/** Not every browser can iterate a body yet. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
