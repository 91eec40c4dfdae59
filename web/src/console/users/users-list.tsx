import { useLingui } from '@lingui/react'
import { Plural, useLingui as useMacro } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { RowCheckbox } from '../../ui/checkbox'
import { roleWord } from '../../ui/role'
import { useWindowedRows } from '../../ui/use-windowed-rows'
import type { AccessTable } from './access-table'
import type { SharedProps } from './shared-props'
import styles from './users.module.css'

/** Pixels, as in the style sheet. */
const rowHeight = 64

/** On a phone: the people who are found, one below the other; a tap opens what they may do where. */
export function UsersList({ table, found, isInSight, selected, onSelect, onOpen, empty, foot }: SharedProps) {
  const { t } = useMacro()
  const { start, end, follow } = useWindowedRows(found.length, rowHeight)

  function check(email: string) {
    const next = new Set(selected)
    if (!next.delete(email)) next.add(email)
    onSelect(next)
  }

  return (
    <div className={styles.list}>
      {found.length === 0 ? (
        empty
      ) : (
        <section className={styles.scroll} onScroll={follow} aria-label={t`Users`}>
          <ul className={styles.people} style={{ height: found.length * rowHeight }}>
            {Array.from({ length: Math.max(0, end - start) }, (_, at) => {
              const place = found[start + at] ?? 0
              const { email = '', name = '', organization = '' } = table.people[place] ?? {}
              return (
                <li
                  key={email}
                  className={styles.person}
                  style={{ top: (start + at) * rowHeight }}
                  aria-setsize={found.length}
                  aria-posinset={start + at + 1}
                >
                  <RowCheckbox checked={selected.has(email)} onChange={() => check(email)} label={t`Select ${name}`} />
                  <button type="button" className={styles.open} onClick={() => onOpen({ at: 'edit', users: [email] })}>
                    <span className={styles.name}>{name}</span>
                    <span className={styles.detail}>{[email, organization].filter(Boolean).join(' · ')}</span>
                    <span className={styles.detail}>
                      <Roles table={table} person={place} isInSight={isInSight} />
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <div className={styles.foot}>{foot}</div>
    </div>
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
