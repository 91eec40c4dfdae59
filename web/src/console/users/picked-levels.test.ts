import { givenLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { pickedLevels } from './picked-levels'

test('the role picker offers what may be given, but no guest and nothing of 25 and above', () => {
  expect([...pickedLevels].sort((one, other) => one - other)).toEqual(
    givenLevels.filter((level) => level !== privilegeLevel.guest && level < privilegeLevel.customerAdmin),
  )
  expect(pickedLevels).toContain(privilegeLevel.inactive)
})
