/** A time zone in which it is about noon, so that no day ends during a test. */
export function noonTimeZone(): string {
  const hours = 12 - new Date().getUTCHours()
  // In these names a minus means east of UTC.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
