import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import { readRows, type WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { conflictWords } from '../../shell/change-sets/change-set-words'
import { type Step, undoListOf } from '../../shell/change-sets/undo-list'
import type { Undone } from '../../shell/change-sets/use-undo'
import { roleWord } from '../../ui/role'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { applyAtOnce } from './apply-at-once'
import { ChangedMeanwhile, changeCell, showRow, stepAgain } from './change-cell'
import type { Cell } from './open-dialog'
import { ownChanges } from './own-changes'

interface CellChangeTerms {
  table: AccessTable
  customer: string
  /** Undoes a change set; false when it could not be, for now. */
  undoChangeSet(set: Undone): Promise<boolean>
  /** Something too large to be shown row by row was changed. */
  onReload(): void
  /** What cannot be made again at once is previewed. */
  onPreview(wanted: WantedChangeSet | ChangeSet): void
}

/** Steps that are made again with what their rows say are no larger than this: as many as are applied in one request. */
const mostAgain = 200

/** One after the other: what is undone or done again is the step that was last when it began. */
let turn: Promise<unknown> = Promise.resolve()

/** Changing one role at once, and walking through what was done here, whatever it was: back, and forth again. */
export function useCellChanges(terms: CellChangeTerms) {
  // The compiler cannot follow what happens when a change fails.
  'use no memo'
  const { table, customer, undoChangeSet, onReload, onPreview } = terms
  const { i18n } = useLingui()
  const { t } = useMacro()
  const list = undoListOf(customer)
  const word = (level: PrivilegeLevel) => i18n._(roleWord(level))
  const personOf = (user: string) => table.people[table.personAt(user) ?? -1]?.name ?? user
  const projectOf = (project: string) => table.projects[table.projectAt(project) ?? -1]?.name ?? ''

  function announceRefusal(error: unknown, { user, project }: Cell, wanted: PrivilegeLevel) {
    const [name, where] = [personOf(user), projectOf(project)]
    if (error instanceof ChangedMeanwhile) {
      const role = word(table.level(table.personAt(user) ?? -1, table.projectAt(project) ?? -1))
      const chosen = word(wanted)
      showToast({
        kind: 'problem',
        text: t`Somebody else changed this role meanwhile: ${name} is “${role}” in ${where}. Your “${chosen}” was not saved.`,
      })
      return
    }
    reportError(error, 'saveFailed')
    showToast({ kind: 'problem', text: `${name}, ${where}: ${i18n._(problemText(error))}` })
  }

  /** Changes a role. It shows at once; refused, the cell is what it is on the server, and why is said. */
  async function changeOne(cell: Cell, level: PrivilegeLevel): Promise<void> {
    try {
      const set = await changeCell(table, customer, cell, level)
      if (!set) return
      const [name, where, role] = [personOf(cell.user), projectOf(cell.project), word(level)]
      if (set.state !== 'applied') {
        const conflict = set.rows?.[0]?.conflict
        const why = conflict ? i18n._(conflictWords[conflict]) : t`It could not be saved.`
        return showToast({ kind: 'problem', text: `${name}, ${where}: ${why}` })
      }
      if (set.summary.change === 0) return
      list.record({ id: set.id, kind: set.kind, rows: set.rows })
      const text = level === 0 ? t`${name} was removed from ${where}` : t`${name} is “${role}” in ${where}`
      showToast({ kind: 'done', text, action: { words: t`Undo`, run: () => void undo(set.id) } })
    } catch (error) {
      announceRefusal(error, cell, level)
    }
  }

  /** Takes back that step, of which the list may not know, or the last one, when what is under way is over. */
  function undo(id?: string, known?: Step): Promise<unknown> {
    turn = turn.then(async () => {
      await ownChanges.settled()
      const step = list.takeLast(id) ?? known
      if (!step) return showToast({ kind: 'done', text: t`Nothing to undo` })
      if (!(await undoChangeSet(step))) return list.recordAgain(step)
      list.recordUndone(step)
      if (!step.rows) return onReload()
      for (const row of step.rows) if (row.outcome === 'change') showRow(table, row, 'before')
    })
    return turn
  }

  /** Makes again what was undone last, on condition that everything is as it was. */
  function redo(): Promise<unknown> {
    turn = turn.then(async () => {
      await ownChanges.settled()
      const step = list.takeUndone()
      if (!step || step.kind === 'invitations') return showToast({ kind: 'done', text: t`Nothing to redo` })
      try {
        const rows = step.rows ?? (await readRows(step.id, 'change', 0)).rows
        const again = stepAgain(customer, rows)
        if (!again) return showToast({ kind: 'done', text: t`Nothing to redo` })
        if (rows.length > mostAgain) return onPreview(again)
        announceAgain(await applyAtOnce(again))
      } catch (error) {
        list.recordUndone(step)
        reportError(error, 'saveFailed')
        showToast({ kind: 'problem', text: i18n._(problemText(error)) })
      }
    })
    return turn
  }

  function announceAgain(set: ChangeSet) {
    if (set.state !== 'applied') return onPreview(set)
    for (const row of set.rows ?? []) showRow(table, row, 'after')
    // What a form shows beside roles is not in the table's cells.
    const isForm = set.kind === 'user'
    list.recordAgain({ id: set.id, kind: set.kind, ...(!isForm && { rows: set.rows }) })
    if (isForm) onReload()
    showToast({ kind: 'done', text: t`Redone`, action: { words: t`Undo`, run: () => void undo(set.id) } })
  }

  return {
    changeOne,
    undo: () => void undo(),
    undoStep: (step: Undone) => void undo(step.id, step),
    redo: () => void redo(),
    record: (step: Step) => list.record(step),
  }
}
