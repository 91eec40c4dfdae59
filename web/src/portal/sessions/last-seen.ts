/** When a session was last active: now, a number of minutes or hours ago, or at a date. */
export type LastSeen = { ago: 'now' } | { ago: 'minute' | 'hour'; count: number } | { ago: 'long'; at: Date }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The server records activity with a precision of half a minute, so the last two minutes count as now, as does the future. */
export function lastSeen(instant: string, now: number): LastSeen {
  const at = new Date(instant)
  const elapsedMs = now - at.getTime()
  if (elapsedMs < 2 * minuteMs) return { ago: 'now' }
  if (elapsedMs < hourMs) return { ago: 'minute', count: Math.floor(elapsedMs / minuteMs) }
  if (elapsedMs < 24 * hourMs) return { ago: 'hour', count: Math.floor(elapsedMs / hourMs) }
  return { ago: 'long', at }
}
