import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isUnanswered } from '../../../api/failure'

/** Why a display token ended, by the server's word for it. */
const endings: Record<string, MessageDescriptor> = {
  over: msg`Its link has expired.`,
  revoked: msg`Its link was revoked.`,
  'office-lost': msg`Whoever made its link administers the customer no longer.`,
  'person-disabled': msg`The account of whoever made its link was closed.`,
}

/** Why a wall shows nothing any more. */
export const endingText = (reason: unknown, i18n: I18n): string =>
  i18n._(endings[String(reason)] ?? msg`Its link is not valid.`)

/** What is the matter where a wall could not be read again, to people who have nothing to press. */
export const failureText = (error: unknown, i18n: I18n): string =>
  i18n._(
    isUnanswered(error)
      ? msg`No connection. It is tried again by itself.`
      : msg`Something went wrong on our side. It is tried again by itself.`,
  )

/** When the numbers were read: the time, and the day as well where it is not today. */
export function readAtText(instant: string, now: Date, i18n: I18n): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === now.toDateString()
  return i18n.date(at, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' })
}
