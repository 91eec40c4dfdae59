import { useLingui } from '@lingui/react'
import { Plural, useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { RecordList } from '../../ui/grid/record-list'
import { roleWord } from '../../ui/role'
import type { AccessTable } from './access-table'
import type { SharedProps } from './shared-props'

/** On a phone: the people who are found, one below the other; a tap opens what they may do where. */
export function UsersList({ table, found, isInSight, onOpen, ...list }: SharedProps) {
  const { t } = useMacro()
  return (
    <RecordList
      label={t`Users`}
      rows={found}
      row={(place) => {
        const { email = '', name = '', organization = '' } = table.people[place] ?? {}
        const roles = <Roles table={table} person={place} isInSight={isInSight} />
        return { id: email, name, details: [[email, organization].filter(Boolean).join(' · '), roles] }
      }}
      selected={list.selected}
      onSelect={list.onSelect}
      onOpen={(place) => onOpen({ at: 'edit', users: [table.people[place]?.email ?? ''] })}
      empty={list.empty}
      foot={list.foot}
    />
  )
}

interface RolesProps {
  table: AccessTable
  person: number
  isInSight: readonly boolean[]
}

/** How many projects somebody is in, and as what; of one project in sight, the role there. */
function Roles({ table, person, isInSight }: RolesProps) {
  const { i18n } = useLingui()
  const counts = rolesOf(table, person, isInSight)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const words = [...counts.keys()].sort((one, other) => other - one).map((level) => i18n._(roleWord(level)))
  return (
    <>
      <Plural value={total} _0="no project" one="# project" other="# projects" />
      {words.length > 0 && ` · ${words.join(', ')}`}
    </>
  )
}

function rolesOf(table: AccessTable, person: number, isInSight: readonly boolean[]): Map<PrivilegeLevel, number> {
  const counts = new Map<PrivilegeLevel, number>()
  for (let project = 0; project < isInSight.length; project += 1) {
    const level = isInSight[project] ? table.level(person, project) : privilegeLevel.inactive
    if (level !== privilegeLevel.inactive) counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  return counts
}
