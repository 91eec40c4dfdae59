/** When a place was last seen, as it is told: now, so many minutes or hours ago, or on a day. */
export type LastSeen = { ago: 'now' } | { ago: 'minute' | 'hour'; count: number } | { ago: 'long'; at: Date }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The server tells it to half a minute: what is within two counts as now. An instant in the future is now. */
export function lastSeen(instant: string, now: number): LastSeen {
  const at = new Date(instant)
  const passed = now - at.getTime()
  if (passed < 2 * minuteMs) return { ago: 'now' }
  if (passed < hourMs) return { ago: 'minute', count: Math.floor(passed / minuteMs) }
  if (passed < 24 * hourMs) return { ago: 'hour', count: Math.floor(passed / hourMs) }
  return { ago: 'long', at }
}
