/** Formats a duration as minutes and seconds, rounded up to the second: 119,001 ms → 2:00. Never below 0:00. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
