import type { Messages } from '@lingui/core'
import type { Locale } from '@lintel/contract/settings/locales'

type Catalogs = Record<string, () => Promise<{ messages: Messages }>>

const parts = {
  home: import.meta.glob<{ messages: Messages }>('./locales/*/application.po', { query: '?home' }),
  problems: import.meta.glob<{ messages: Messages }>('./locales/*/application.po', { query: '?problems' }),
  portal: import.meta.glob<{ messages: Messages }>('./locales/*/application.po', { query: '?portal' }),
  console: import.meta.glob<{ messages: Messages }>('./locales/*/application.po', { query: '?console' }),
} as const satisfies Record<string, Catalogs>

/**
 * A part of the texts, loaded with the first thing that needs it: the project list, a failure, another screen of the
 * portal, the console.
 */
export type TextPart = keyof typeof parts

/** Loads a part of the texts in one language; cached by the module loader. */
export async function loadTexts(part: TextPart, locale: Locale): Promise<Messages> {
  const catalogs: Catalogs = parts[part]
  return (await catalogs[`./locales/${locale}/application.po`]?.())?.messages ?? {}
}
