import { assignableLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { formLevels, levelsFor } from './offered-levels'

const { admin, guest, member, inactive } = privilegeLevel
const withoutGuest = formLevels.filter((level) => level !== guest)
const belowAdmin = assignableLevels.filter((level) => level < admin)

test('somebody with an account of their own is offered guest in the forms, and elsewhere where they are one', () => {
  expect(levelsFor({ isGuest: false, level: member }, withoutGuest)).toEqual(withoutGuest)
  expect(levelsFor({ isGuest: false, level: inactive }, formLevels)).toEqual(formLevels)
  expect(levelsFor({ isGuest: false, level: guest }, withoutGuest)).toEqual(formLevels)
})

test('a guest with an account of their own is offered no role above those that an administrator of the project may give', () => {
  expect(levelsFor({ isGuest: false, level: guest }, belowAdmin)).toEqual(belowAdmin)
})

test('a guest account is offered what it has or none, and no other project', () => {
  for (const offered of [withoutGuest, formLevels, belowAdmin]) {
    expect(levelsFor({ isGuest: true, level: guest }, offered)).toEqual([guest, inactive])
    expect(levelsFor({ isGuest: true, level: inactive }, offered)).toEqual([inactive])
  }
})
