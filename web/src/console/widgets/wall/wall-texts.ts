import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { hasNoResponse } from '../../../api/failure'

/** Why a display token ended, by the reason code of the server. */
const endTexts: Record<string, MessageDescriptor> = {
  over: msg`Its link has expired.`,
  revoked: msg`Its link was revoked.`,
  'office-lost': msg`The person who created this link no longer administers the customer.`,
  'person-disabled': msg`The account of the person who created this link was closed.`,
  'password-changed': msg`The person who created this link has changed their password.`,
  'access-withdrawn': msg`The person who created this link was signed out everywhere.`,
  'ended-by-administrator': msg`An administrator signed the person who created this link out everywhere.`,
}

/** Why a wall no longer shows anything. */
export const endText = (reason: unknown, i18n: I18n): string =>
  i18n._(endTexts[String(reason)] ?? msg`Its link is not valid.`)

/** Why a wall could not be refreshed. The reader has nothing to press. */
export const failureText = (error: unknown, i18n: I18n): string =>
  i18n._(
    hasNoResponse(error)
      ? msg`No connection. It is tried again by itself.`
      : msg`Something went wrong on our side. It is tried again by itself.`,
  )

/** When the figures were read: the time, and the date where it is not today. */
export function readAtText(instant: string, now: Date, i18n: I18n): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === now.toDateString()
  return i18n.date(at, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' })
}
