import { type Locale, preferredLocale } from '@lintel/contract/settings/locales'
import type { FastifyRequest } from 'fastify'
import { languagesOf } from './languages'

/** The language of a page: as chosen in the web application (a cookie), else that of the browser. */
export const readerLocale = ({ headers }: FastifyRequest): Locale =>
  preferredLocale([...chosenLanguage(headers.cookie), ...languagesOf(headers['accept-language'])])

const chosenLanguage = (cookies: string | undefined) =>
  cookies?.match(/(?:^|; )lintel-language=([a-z]{2})(?=;|$)/)?.slice(1) ?? []
