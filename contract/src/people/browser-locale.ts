import { z } from 'zod'
import { call } from '../jsonapi/call'
import { language } from './users'

/**
 * The language of the person's browser (for oneself only). Regional variants count as their language, unknown ones as
 * English; mails are written in it until the person chooses a language themselves.
 */
export const reportBrowserLocale = call({
  method: 'POST',
  path: '/mgw/api/v2/user-profiles/{email}/browser-locale',
  summary: 'Tell the language of one’s own browser',
  parameters: z.object({ email: z.string().max(254) }),
  body: z.strictObject({ locale: language }),
  problems: ['notFound'],
})
