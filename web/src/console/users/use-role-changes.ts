import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import { roleWord } from '../../ui/role'
import { showToast } from '../../ui/toast'
import type { AccessTable } from './access-table'
import { ChangedMeanwhile, changeRole, type RoleChange } from './change-role'
import { peopleIn } from './plan-changes'

/** So many changes are under way at once. */
const atOnce = 4

/** Changing roles: one at once, several with progress, and taking the last one back. */
export function useRoleChanges(table: AccessTable) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const done = useRef<RoleChange[][]>([])
  const [progress, setProgress] = useState<{ made: number; of: number }>()

  function tell(error: unknown, { person, project }: RoleChange) {
    const name = table.people[person]?.name ?? ''
    const where = table.projects[project]?.name ?? ''
    if (error instanceof ChangedMeanwhile) {
      const role = i18n._(roleWord(error.level))
      showToast({
        kind: 'problem',
        text: t`Somebody else has changed this meanwhile: ${name} is “${role}” in ${where}.`,
      })
      return
    }
    reportError(error, 'saveFailed')
    showToast({ kind: 'problem', text: `${name}, ${where}: ${i18n._(problemText(error))}` })
  }

  const backOf = ({ person, project }: RoleChange): RoleChange => ({
    person,
    project,
    level: table.level(person, project),
  })

  /** Changes one role. It shows at once; refused, it is again what it was, and why is said. */
  function changeOne(change: RoleChange) {
    const back = backOf(change)
    if (back.level === change.level) return
    changeRole(table, change).then(
      () => done.current.push([back]),
      (error: unknown) => tell(error, change),
    )
  }

  /** Changes several, a few at once; what is refused stays as it was and is told. Gives once all have been answered. */
  async function changeSeveral(changes: readonly RoleChange[]) {
    if (changes.length === 0) {
      showToast({ kind: 'done', text: t`No changes` })
      return
    }
    const made: RoleChange[] = []
    const backs: RoleChange[] = []
    let answered = 0
    const left = [...changes]
    const work = async () => {
      for (let change = left.shift(); change; change = left.shift()) {
        const back = backOf(change)
        try {
          await changeRole(table, change)
          made.push(change)
          backs.push(back)
        } catch (error) {
          tell(error, change)
        }
        answered += 1
        setProgress({ made: answered, of: changes.length })
      }
    }
    setProgress({ made: 0, of: changes.length })
    await Promise.all(Array.from({ length: atOnce }, work))
    setProgress(undefined)
    if (made.length === 0) return
    done.current.push(backs)
    const users = peopleIn(made)
    showToast({
      kind: 'done',
      text: t`${plural(users, { one: '# user updated successfully!', other: '# users updated successfully!' })}`,
    })
  }

  /** Takes the last change back that was made here. */
  function undo() {
    const backs = done.current.pop()
    if (!backs) {
      showToast({ kind: 'done', text: t`There is nothing to take back` })
      return
    }
    if (backs.length > 1) return void changeSeveral(backs)
    for (const back of backs) changeRole(table, back).catch((error: unknown) => tell(error, back))
    showToast({ kind: 'done', text: t`Taken back` })
  }

  return { changeOne, changeSeveral, undo, progress }
}
