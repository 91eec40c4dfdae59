/** When a project was last opened: today, yesterday, or a date. */
export type LastOpened = { on: 'today' } | { on: 'yesterday' } | { on: 'date'; date: Date; isThisYear: boolean }

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())

/** Classifies an instant by the local days of `now`. An instant in the future counts as today. */
export function lastOpened(instant: string, now: Date): LastOpened {
  const date = new Date(instant)
  const today = startOfDay(now)
  if (date >= today) return { on: 'today' }
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date >= yesterday) return { on: 'yesterday' }
  return { on: 'date', date, isThisYear: date.getFullYear() === now.getFullYear() }
}
