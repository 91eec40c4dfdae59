import { register } from '@lintel/contract/identity/registration'
import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { localeOf } from '@lintel/contract/settings/locales'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { requestRegistration } from './request-registration'

/** Self-registration, where the installation offers it. */
export const registrationRoutes: Route[] = [
  answer(register, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    rate: 'resetRequest',
    may: anyone,
    run: async (context, { body: { email, locale } }) => {
      if (!context.configuration.registration) throw new Problem('forbidden')
      await requestRegistration(context, { email, locale: localeOf(locale) ?? 'en' })
      return {}
    },
  }),
]
