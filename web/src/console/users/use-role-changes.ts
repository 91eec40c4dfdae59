import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useRef } from 'react'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import type { Undone } from '../../shell/change-sets/use-undo'
import { roleWord } from '../../ui/role'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { ChangedMeanwhile, changeRole } from './change-role'
import type { Cell } from './open-dialog'

/** What was done here and can be taken back: a cell, as it was before, or a change set. */
type Done = (Cell & { level: PrivilegeLevel }) | { changeSet: Undone }

/** Changing one role at once, and taking back what was done here last, whatever it was. */
export function useRoleChanges(table: AccessTable, undoChangeSet: (set: Undone) => void) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const done = useRef<Done[]>([])

  function tell(error: unknown, { user, project }: Cell, wanted: PrivilegeLevel) {
    const name = table.people[table.personAt(user) ?? -1]?.name ?? user
    const where = table.projects[table.projectAt(project) ?? -1]?.name ?? ''
    if (error instanceof ChangedMeanwhile) {
      const role = i18n._(roleWord(error.level))
      const chosen = i18n._(roleWord(wanted))
      showToast({
        kind: 'problem',
        text: t`Somebody else changed this role meanwhile: ${name} is “${role}” in ${where}. Your “${chosen}” was not saved.`,
      })
      return
    }
    reportError(error, 'saveFailed')
    showToast({ kind: 'problem', text: `${name}, ${where}: ${i18n._(problemText(error))}` })
  }

  /** Changes a role. It shows at once; refused, it is again what it was, and why is said. Gives whether it was made. */
  async function make({ user, project }: Cell, level: PrivilegeLevel): Promise<boolean> {
    const place = { person: table.personAt(user), project: table.projectAt(project) }
    if (place.person === undefined || place.project === undefined) return false
    try {
      await changeRole(table, { person: place.person, project: place.project, level })
      return true
    } catch (error) {
      tell(error, { user, project }, level)
      return false
    }
  }

  async function changeOne(cell: Cell, level: PrivilegeLevel): Promise<void> {
    const before = table.level(table.personAt(cell.user) ?? 0, table.projectAt(cell.project) ?? 0)
    if (before !== level && (await make(cell, level))) done.current.push({ ...cell, level: before })
  }

  async function undo(): Promise<void> {
    const last = done.current.pop()
    if (!last) return showToast({ kind: 'done', text: t`There is nothing to take back` })
    if ('changeSet' in last) return undoChangeSet(last.changeSet)
    if (await make(last, last.level)) showToast({ kind: 'done', text: t`Taken back` })
  }

  return {
    changeOne,
    undo,
    /** A change set was applied here: the next thing to be taken back. */
    remember: ({ id, kind }: Undone) => done.current.push({ changeSet: { id, kind } }),
  }
}
