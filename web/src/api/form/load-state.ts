/** The load state of data that a dialog needs. */
export interface LoadState {
  /** What it is, in the user's words: shown when it fails. */
  what: string
  isLoaded: boolean
  error: Error | null
}

/** The first of these that is not loaded, failed ones first; undefined when all are. */
export function firstPending(...readings: readonly LoadState[]): LoadState | undefined {
  const missing = readings.filter(({ isLoaded }) => !isLoaded)
  return missing.find(({ error }) => error !== null) ?? missing[0]
}
