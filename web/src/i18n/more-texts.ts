import { i18n, type Messages } from '@lingui/core'

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*/application.po')

/** Adds the application's texts, those of all failures among them, to the language that the sign-in page speaks. */
export async function speakMore(): Promise<void> {
  const { locale } = i18n
  const catalog = await catalogs[`./locales/${locale}/application.po`]?.()
  if (catalog) i18n.load(locale, catalog.messages)
}
