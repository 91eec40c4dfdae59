import { useLingui } from '@lingui/react'

/** Formats a day `YYYY-MM-DD` in the reader's language, with its year. No time zone is applied. */
export function useFormatDay(): (day: string) => string {
  const { i18n } = useLingui()
  return (day) => i18n.date(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
