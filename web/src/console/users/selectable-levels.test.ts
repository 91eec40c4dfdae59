import { assignableLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { formLevels, levelsFor, selectableLevels } from './selectable-levels'

const { guest, member, inactive } = privilegeLevel

test('the role picker offers what may be given, but no guest and nothing of 25 and above', () => {
  expect([...selectableLevels].sort((one, other) => one - other)).toEqual(
    assignableLevels.filter((level) => level !== privilegeLevel.guest && level < privilegeLevel.customerAdmin),
  )
  expect(selectableLevels).toContain(privilegeLevel.inactive)
})

test('somebody with an account of their own is offered guest in the forms, and elsewhere where they are one', () => {
  expect(levelsFor({ isGuest: false, level: member })).toEqual(selectableLevels)
  expect(levelsFor({ isGuest: false, level: inactive }, formLevels)).toEqual(formLevels)
  expect(levelsFor({ isGuest: false, level: guest })).toEqual(formLevels)
})

test('a guest account is offered what it has or none, and no other project', () => {
  for (const offered of [selectableLevels, formLevels]) {
    expect(levelsFor({ isGuest: true, level: guest }, offered)).toEqual([guest, inactive])
    expect(levelsFor({ isGuest: true, level: inactive }, offered)).toEqual([inactive])
  }
})
