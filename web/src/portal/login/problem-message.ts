import { i18n } from '@lingui/core'
import { problemText } from '../../api/problem-text'
import { addApplicationTexts } from '../../i18n/application-texts'

/** The localized message of any failure. */
export async function problemMessage(error: unknown): Promise<string> {
  await addApplicationTexts()
  return i18n._(problemText(error))
}
