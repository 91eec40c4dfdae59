/** How many topics were open and closed at the end of each day, the oldest first; `labels` are the days as YYYY-MM-DD. */
export interface Trend {
  labels: readonly string[]
  open: readonly number[]
  closed: readonly number[]
}
