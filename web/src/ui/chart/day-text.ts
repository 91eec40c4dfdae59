import type { I18n } from '@lingui/core'

/** Formats a day of a trend (YYYY-MM-DD) in the active language. */
export const dayText = (i18n: I18n, day = ''): string =>
  i18n.date(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
