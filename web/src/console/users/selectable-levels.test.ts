import { assignableLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { selectableLevels } from './selectable-levels'

test('the role picker offers what may be given, but no guest and nothing of 25 and above', () => {
  expect([...selectableLevels].sort((one, other) => one - other)).toEqual(
    assignableLevels.filter((level) => level !== privilegeLevel.guest && level < privilegeLevel.customerAdmin),
  )
  expect(selectableLevels).toContain(privilegeLevel.inactive)
})
