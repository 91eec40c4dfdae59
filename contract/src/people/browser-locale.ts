import { z } from 'zod'
import { call } from '../jsonapi/call'
import { language, timeZone } from './users'

/**
 * Reports the language and time zone of one's own browser. Regional variants are reduced to their language, unknown languages to English;
 * mails use them until the person chooses others. Without a time zone the last reported one stays.
 */
export const reportBrowserLocale = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/browser-locale',
  summary: 'Report the language and the time zone of one’s own browser',
  parameters: z.object({ email: z.string().max(254) }),
  body: z.strictObject({ locale: language, timeZone: timeZone.optional() }),
  problems: ['notFound'],
})
