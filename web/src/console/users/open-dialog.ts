import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import type { PartialUndo } from '../../shell/change-sets/use-undo'

/** The open dialog of the screen. People are identified by email and projects by id, because their indexes change when somebody is added. */
export type OpenDialog =
  | { at: 'edit'; users: readonly string[] }
  | { at: 'new-user' }
  | { at: 'invite'; users: readonly string[] }
  | { at: 'member'; user: string; project: string }
  | { at: 'role'; cells: readonly Cell[]; level?: PrivilegeLevel | undefined }
  | { at: 'role-of-users'; users: readonly string[] }
  | { at: 'end'; cells: readonly Cell[] }
  | { at: 'end-of-users'; users: readonly string[] }
  | { at: 'why'; user: string; project: string }
  | { at: 'user-history'; user: string }
  | { at: 'project-history'; project?: string }
  | { at: 'project-login-methods'; project?: string }
  | { at: 'invitations' }
  | { at: 'upload' }
  | { at: 'copy-access'; users: readonly string[] }
  | { at: 'recent' }
  | { at: 'delete-user'; user: string }
  | { at: 'reset'; user: string }
  | { at: 'remove-second-factor'; user: string }
  | {
      at: 'plan'
      request: ChangeSetRequest | ChangeSet
      question?: string
      /** The form that the request was entered in, and whether something was entered in it that would be lost. */
      form?: OpenForm | undefined
      isFormDirty?: boolean
    }
  | { at: 'partial-undo'; partial: PartialUndo }

/** An open dialog other than the preview: the preview returns to it where it was opened from it. */
export type OpenForm = Exclude<OpenDialog, { at: 'plan' }>

/** A cell, identified by person and project. */
export interface Cell {
  user: string
  project: string
}
