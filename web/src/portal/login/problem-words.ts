import { i18n } from '@lingui/core'
import { problemText } from '../../api/problem-text'
import { speakMore } from '../../i18n/more-texts'

/** What to tell a person about any failure, in their language. */
export async function problemWords(error: unknown): Promise<string> {
  await speakMore()
  return i18n._(problemText(error))
}
