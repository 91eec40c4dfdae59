import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { allPropsOf } from '../../../test/render-form'
import { ManagedPeople } from './managed-people'
import { People } from './people'
import { ProjectPeople } from './project-people'

const actor = { kind: 'person', email: 'kari@nord.example', administers: [], guestOf: null } as never

/** Which of the lists is rendered to somebody with this level in the project. */
function listOf(level: number, project: object) {
  const people = ProjectPeople({
    project: { id: 'p', customer: 'nord', timeZone: 'Europe/Oslo', privilegeLevel: level, ...project } as never,
    ...{ members: [], actor },
  })
  return [allPropsOf(ManagedPeople, people).length, allPropsOf(People, people).length]
}

test('administrators keep the list in which they edit when somebody deletes the project', () => {
  expect(listOf(privilegeLevel.owner, { isInactive: false })).toEqual([1, 0])
  expect(listOf(privilegeLevel.owner, { isInactive: true })).toEqual([1, 0])
  expect(listOf(privilegeLevel.member, { isInactive: false })).toEqual([0, 1])
})
