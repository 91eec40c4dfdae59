import type { Locale } from '@lintel/contract/settings/locales'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import { ja } from './ja'
import type { MailTexts } from './mail-text'
import { nb } from './nb'
import { pl } from './pl'
import { sv } from './sv'
import { zh } from './zh'

/** The texts of all mails by language. */
export const mailTexts: Record<Locale, MailTexts> = { en, de, es, fr, ja, nb, pl, sv, zh }
