/** One event of a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface StreamEvent {
  kind: string
  data: string
  /** The last event id of the stream, from this event or an earlier one. */
  id: string | undefined
}

/** Yields the server-sent events of a body; every chunk, heartbeat comments included, calls `onActivity`. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder()
  let rest = ''
  let id: string | undefined
  let fields: { kind: string; data: string[] } = { kind: 'message', data: [] }
  for await (const bytes of chunksOf(body)) {
    onActivity()
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

/** Not every browser supports async iteration of a body yet. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
