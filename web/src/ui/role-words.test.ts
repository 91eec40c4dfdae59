import { i18n } from '@lingui/core'
import { levelIn } from '@lintel/contract/people/level-words'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { locales } from '@lintel/contract/settings/locales'
import { expect, test } from 'vitest'
import { speakSignIn } from '../i18n/sign-in-texts'
import { roleWord } from './role'

test.each(locales)('a role that is copied from a screen in %s means the same in a file', async (locale) => {
  await speakSignIn(locale)
  const levels = Object.values(privilegeLevel)
  expect(levels.map((level) => [i18n._(roleWord(level)), levelIn(i18n._(roleWord(level)))])).toEqual(
    levels.map((level) => [i18n._(roleWord(level)), level]),
  )
})
