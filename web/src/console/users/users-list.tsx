import { useLingui } from '@lingui/react'
import { Plural, useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { RecordList } from '../../ui/grid/record-list'
import { roleLabel } from '../../ui/role'
import type { AccessTable } from './access-table'
import type { UsersViewProps } from './users-view-props'

/** The phone view: a list of people; tapping one opens the form with their roles. */
export function UsersList({ table, matches, isProjectVisible, onOpen, ...list }: UsersViewProps) {
  const { t } = useMacro()
  return (
    <RecordList
      label={t`Users`}
      rows={matches}
      row={(personIndex) => {
        const { email = '', name = '', organization = '' } = table.people[personIndex] ?? {}
        const roles = <Roles table={table} person={personIndex} isProjectVisible={isProjectVisible} />
        return { id: email, name, details: [[email, organization].filter(Boolean).join(' · '), roles] }
      }}
      selected={list.selected}
      onSelect={list.onSelect}
      onOpen={(personIndex) => onOpen({ at: 'edit', users: [table.people[personIndex]?.email ?? ''] })}
      empty={list.empty}
      foot={list.foot}
    />
  )
}

interface RolesProps {
  table: AccessTable
  person: number
  isProjectVisible: readonly boolean[]
}

/** The number of projects for each role; with a single visible project, the role there. */
function Roles({ table, person, isProjectVisible }: RolesProps) {
  const { i18n } = useLingui()
  const counts = rolesOf(table, person, isProjectVisible)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const roleTexts = [...counts.keys()].sort((one, other) => other - one).map((level) => i18n._(roleLabel(level)))
  return (
    <>
      <Plural value={total} _0="no project" one="# project" other="# projects" />
      {roleTexts.length > 0 && ` · ${roleTexts.join(', ')}`}
    </>
  )
}

function rolesOf(
  table: AccessTable,
  person: number,
  isProjectVisible: readonly boolean[],
): Map<PrivilegeLevel, number> {
  const counts = new Map<PrivilegeLevel, number>()
  for (let project = 0; project < isProjectVisible.length; project += 1) {
    const level = isProjectVisible[project] ? table.level(person, project) : privilegeLevel.inactive
    if (level !== privilegeLevel.inactive) counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  return counts
}
