import { useLingui } from '@lingui/react'

/** Writes a day `YYYY-MM-DD` in the reader's language, with its year. It is that day everywhere: no time zone moves it. */
export function useDay(): (day: string) => string {
  const { i18n } = useLingui()
  return (day) => i18n.date(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
