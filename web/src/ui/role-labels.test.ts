import { i18n } from '@lingui/core'
import { parseLevel } from '@lintel/contract/people/level-names'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { locales } from '@lintel/contract/settings/locales'
import { expect, test } from 'vitest'
import { activateSignInLocale } from '../i18n/sign-in-texts'
import { roleLabel } from './role'

test.each(locales)('a role that is copied from a screen in %s means the same in a file', async (locale) => {
  await activateSignInLocale(locale)
  const levels = Object.values(privilegeLevel)
  expect(levels.map((level) => [i18n._(roleLabel(level)), parseLevel(i18n._(roleLabel(level)))])).toEqual(
    levels.map((level) => [i18n._(roleLabel(level)), level]),
  )
})
