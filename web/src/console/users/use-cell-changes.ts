import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import { showProblem } from '../../api/show-problem'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { conflictWords } from '../../shell/change-sets/change-set-words'
import { useSteps } from '../../shell/change-sets/use-steps'
import type { Undoing, Undone } from '../../shell/change-sets/use-undo'
import { roleWord } from '../../ui/role'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { applySurelyHere } from './apply-at-once'
import { ChangedMeanwhile, changeCell, showRow } from './change-cell'
import type { Cell } from './open-dialog'
import { ownChanges } from './own-changes'

interface CellChangeTerms {
  table: AccessTable
  customer: string
  /** Undoes a change set; with `isPartial`, what nobody has touched since. */
  undoChangeSet(set: Undone, isPartial: boolean): Promise<Undoing>
  /** Something was changed that is not shown row by row: too much, or only a part of what the rows say. */
  onReload(): void
  /** What cannot be made again at once is previewed. */
  onPreview(wanted: WantedChangeSet | ChangeSet): void
}

/** Changing one role at once, and walking through what was done here, whatever it was: back, and forth again. */
export function useCellChanges(terms: CellChangeTerms) {
  // The compiler cannot follow what happens when a change fails.
  'use no memo'
  const { table, customer, undoChangeSet, onReload, onPreview } = terms
  const { i18n } = useLingui()
  const { t } = useMacro()
  const steps = useSteps({
    ...{ customer, undoChangeSet, onPreview },
    settled: () => ownChanges.settled(),
    apply: applySurelyHere,
    onUndone({ rows }, { summary }) {
      if (!rows || summary.remaining > 0) return onReload()
      for (const row of rows) if (row.outcome === 'change') showRow(table, row, 'before')
    },
    onRedone(set) {
      for (const row of set.rows ?? []) showRow(table, row, 'after')
      if (set.kind !== 'roles') onReload()
    },
  })
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
    showProblem(error, `${name}, ${where}: ${i18n._(problemText(error))}`)
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
      const text = level === 0 ? t`${name} was removed from ${where}` : t`${name} is “${role}” in ${where}`
      steps.announce(set, text)
    } catch (error) {
      announceRefusal(error, cell, level)
    }
  }

  return { ...steps, changeOne }
}
