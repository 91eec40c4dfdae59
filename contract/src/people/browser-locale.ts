import { z } from 'zod'
import { call } from '../jsonapi/call'
import { language, timeZone } from './users'

/**
 * The language and the time zone of the person's browser (for oneself only). Regional variants count as their language,
 * unknown ones as English; mails are written in them until the person chooses others. Without a time zone the one noted
 * last stays.
 */
export const reportBrowserLocale = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/browser-locale',
  summary: 'Report the language and the time zone of one’s own browser',
  parameters: z.object({ email: z.string().max(254) }),
  body: z.strictObject({ locale: language, timeZone: timeZone.optional() }),
  problems: ['notFound'],
})
