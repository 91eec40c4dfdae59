import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import { showProblem } from '../../api/show-problem'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { conflictTexts } from '../../shell/change-sets/change-set-labels'
import { undoListOf } from '../../shell/change-sets/undo-list'
import { useSteps } from '../../shell/change-sets/use-steps'
import type { UndoableChangeSet, UndoResult } from '../../shell/change-sets/use-undo'
import { roleLabel } from '../../ui/role'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { applyAndRememberReliably } from './apply-and-remember'
import { CellConflictError, changeCell, holdCells } from './change-cell'
import { localChanges } from './local-changes'
import type { Cell } from './open-dialog'

interface CellChangeOptions {
  table: AccessTable
  customer: string
  /** Undoes a change set; with `isPartial`, only what nobody has changed since. */
  undoChangeSet(set: UndoableChangeSet, isPartial: boolean): Promise<UndoResult>
  /** The table must be reloaded: the rows are incomplete or were only partially undone. */
  onReload(): void
  /** Opens the preview of a change that cannot be redone immediately. */
  onPreview(request: ChangeSetRequest | ChangeSet): void
}

/** Changes single roles, with undo and redo of all changes on this screen. */
export function useCellChanges(options: CellChangeOptions) {
  // The React compiler does not support this error handling.
  'use no memo'
  const { table, customer, undoChangeSet, onReload, onPreview } = options
  const { i18n } = useLingui()
  const { t } = useMacro()
  const list = undoListOf(customer)
  const steps = useSteps({
    ...{ customer, onPreview },
    waitUntilSettled: () => localChanges.waitUntilSettled(),
    undoChangeSet: (set, isPartial) =>
      holdCells(table, list.stepToUndo(set)?.rows ?? [], {
        step: undoChangeSet(set, isPartial),
        side: 'before',
        succeeded: (result) => typeof result !== 'string' && result.summary.remaining === 0,
      }),
    apply: (request) =>
      holdCells(table, list.stepToRedo()?.rows ?? [], {
        step: applyAndRememberReliably(request),
        side: 'after',
        succeeded: ({ state }) => state === 'applied',
      }),
    onUndone({ rows }, { summary }) {
      if (!rows || summary.remaining > 0) onReload()
    },
    onRedone({ rows }) {
      if (!rows) onReload()
    },
  })
  const roleName = (level: PrivilegeLevel) => i18n._(roleLabel(level))
  const personOf = (user: string) => table.people[table.personAt(user) ?? -1]?.name ?? user
  const projectOf = (project: string) => table.projects[table.projectAt(project) ?? -1]?.name ?? ''

  function announceRefusal(error: unknown, { user, project }: Cell, chosenLevel: PrivilegeLevel) {
    const [name, where] = [personOf(user), projectOf(project)]
    if (error instanceof CellConflictError) {
      const role = roleName(table.level(table.personAt(user) ?? -1, table.projectAt(project) ?? -1))
      const chosen = roleName(chosenLevel)
      showToast({
        kind: 'problem',
        text: t`Somebody else changed this role meanwhile: ${name} is “${role}” in ${where}. Your “${chosen}” was not saved.`,
      })
      return
    }
    reportError(error, 'saveFailed')
    showProblem(error, `${name}, ${where}: ${i18n._(problemText(error))}`)
  }

  /** Changes a role optimistically. If it is rejected, the cell shows the server's value and a toast explains why. */
  async function changeOne(cell: Cell, level: PrivilegeLevel): Promise<void> {
    const place = steps.nextPlace()
    try {
      const set = await changeCell(table, customer, cell, level)
      if (!set) return
      const [name, where, role] = [personOf(cell.user), projectOf(cell.project), roleName(level)]
      if (set.state !== 'applied') {
        const conflict = set.rows?.[0]?.conflict
        const why = conflict ? i18n._(conflictTexts[conflict]) : t`It could not be saved.`
        return showToast({ kind: 'problem', text: `${name}, ${where}: ${why}` })
      }
      if (set.summary.change === 0) return
      const text = level === 0 ? t`${name} was removed from ${where}` : t`${name} is “${role}” in ${where}`
      steps.announce(set, text, { place })
    } catch (error) {
      announceRefusal(error, cell, level)
    }
  }

  return { ...steps, changeOne }
}
