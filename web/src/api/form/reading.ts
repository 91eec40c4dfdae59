/** Something that has to be read before a dialog can say anything true. */
export interface Reading {
  /** What it is, in the reader's words: said where it could not be read. */
  what: string
  isRead: boolean
  error: Error | null
}

/** What is not read yet of all that a dialog needs, what could not be read first; undefined once all of it is there. */
export function unreadOf(...readings: readonly Reading[]): Reading | undefined {
  const missing = readings.filter(({ isRead }) => !isRead)
  return missing.find(({ error }) => error !== null) ?? missing[0]
}
