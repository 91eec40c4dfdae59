import type { I18n } from '@lingui/core'

/** A day of a trend (YYYY-MM-DD) in words of the language. */
export const dayText = (i18n: I18n, day = ''): string =>
  i18n.date(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
