import { useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { showToast } from '../../ui/toast'
import type { Cell, OpenForm } from './open-dialog'
import type { UsersDialogsProps } from './users-dialogs-props'

interface UserFormsOptions extends Pick<UsersDialogsProps, 'table' | 'customer' | 'onOpen' | 'onSaved'> {
  open: OpenForm | undefined
}

/** What the dialogs of the users screen share: what they look up in the table, and what follows when they are closed, saved or planned. */
export function useUserForms({ table, customer, open, onOpen, onSaved }: UserFormsOptions) {
  // Its only hook is a macro, which the compiler does not recognise as one; unmemoized, each render would render the open dialog again.
  'use memo'
  const { t } = useLingui()
  const onClose = () => onOpen(undefined)
  const person = (email: string) => table.people[table.personAt(email) ?? -1] ?? { email, name: email }
  const sourceOf = (email: string) => table.directoryOf(table.personAt(email) ?? -1)
  const project = (id: string) => table.projects[table.projectAt(id) ?? -1] ?? { id, name: id }
  /** Shows a saved role immediately. */
  const show = (user: string, id: string, level: PrivilegeLevel) => {
    const [at, where] = [table.personAt(user), table.projectAt(id)]
    if (at !== undefined && where !== undefined) table.set(at, where, level)
  }
  const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, isFormDirty = true) =>
    onOpen({ at: 'plan', request: { kind, customer, input }, form: open, isFormDirty })
  const announceSaved = (set: ChangeSet | undefined) => set && onSaved(set, t`Saved`)
  /**
   * People without access are left out, because setting an end must not add them, unless nobody has access: then all of them are planned
   * with the level that they have, inactive.
   */
  const planEnd = (cells: readonly Cell[], accessUntil: string | null, isDirty: boolean) => {
    const levels = cells.map((cell) => ({
      ...cell,
      level: table.level(table.personAt(cell.user) ?? -1, table.projectAt(cell.project) ?? -1),
    }))
    const members = levels.filter(({ level }) => level !== privilegeLevel.inactive)
    if (levels.length === 0) return showToast({ kind: 'done', text: t`No changes` })
    plan('roles', { cells: (members.length > 0 ? members : levels).map((cell) => ({ ...cell, accessUntil })) }, isDirty)
  }
  return { onClose, person, project, sourceOf, show, plan, planEnd, announceSaved }
}

/** Props of a group of the dialogs. */
export interface UserFormProps<Form extends OpenForm> extends UsersDialogsProps {
  open: Form
  forms: ReturnType<typeof useUserForms>
}
