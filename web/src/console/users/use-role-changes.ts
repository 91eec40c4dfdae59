import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ProjectMember } from '@lintel/contract/people/members'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useState } from 'react'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import type { Undone } from '../../shell/change-sets/use-undo'
import { roleWord } from '../../ui/role'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { ChangedMeanwhile, changeRole, type RoleMade } from './change-role'
import { DoneHere } from './done-here'
import type { Cell } from './open-dialog'

/** Changing one role at once, and taking back what was done here last, whatever it was. */
export function useRoleChanges(table: AccessTable) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [done] = useState(() => new DoneHere())

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

  /** Changes a role. It shows at once; refused, it is again what it was, and why is said: then this gives nothing. */
  async function make(cell: Cell, level: PrivilegeLevel, restored?: ProjectMember): Promise<RoleMade | undefined> {
    const [person, project] = [table.personAt(cell.user), table.projectAt(cell.project)]
    if (person === undefined || project === undefined) return undefined
    try {
      return await changeRole(table, { person, project, level, restored })
    } catch (error) {
      tell(error, cell, level)
      return undefined
    }
  }

  async function changeOne(cell: Cell, level: PrivilegeLevel): Promise<void> {
    const made = await make(cell, level)
    if (made && made.before !== level) done.add({ ...cell, level: made.before, removed: made.removed })
  }

  async function undo(undoChangeSet: (set: Undone) => void): Promise<void> {
    const last = done.takeLast()
    if (!last) return showToast({ kind: 'done', text: t`There is nothing to take back` })
    if ('changeSet' in last) return undoChangeSet(last.changeSet)
    if (await make(last, last.level, last.removed)) showToast({ kind: 'done', text: t`Taken back` })
  }

  return {
    changeOne,
    /** Takes back what was done last. */
    undo,
    /** A change set was applied here: the next thing to be taken back. */
    remember: ({ id, kind }: Undone) => done.add({ changeSet: { id, kind } }),
    /** A change set was undone: nothing of it is left to be taken back. */
    forget: ({ id }: Undone) => done.forget(id),
  }
}
