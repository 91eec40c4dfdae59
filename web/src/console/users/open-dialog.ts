import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import type { PartialUndo } from '../../shell/change-sets/use-undo'

/** The open dialog of the screen. People are identified by email and projects by id, because their indexes change when somebody is added. */
export type OpenDialog =
  | OpenForm
  | {
      at: 'plan'
      request: ChangeSetRequest | ChangeSet
      question?: string
      /** The form that the request was entered in, and whether something was entered in it that would be lost. */
      form?: OpenForm | undefined
      isFormDirty?: boolean
    }

/** An open dialog other than the preview: the preview returns to it where it was opened from it. */
export type OpenForm = PersonForm | AccessForm | ProjectForm | InviteForm | ChangeForm

/** A dialog on people and their accounts. */
export type PersonForm =
  | { at: 'edit'; users: readonly string[] }
  | { at: 'new-user' }
  | { at: 'user-history'; user: string }
  | { at: 'delete-user'; user: string }
  | { at: 'reset'; user: string }
  | { at: 'remove-second-factor'; user: string }

/** A dialog on the access of people to projects. */
export type AccessForm =
  | { at: 'member'; user: string; project: string }
  | { at: 'role'; cells: readonly Cell[]; level?: PrivilegeLevel | undefined }
  | { at: 'role-of-users'; users: readonly string[] }
  | { at: 'end'; cells: readonly Cell[] }
  | { at: 'end-of-users'; users: readonly string[] }
  | { at: 'why'; user: string; project: string }
  | { at: 'upload' }
  | { at: 'copy-access'; users: readonly string[] }

/** A dialog on a project. */
export type ProjectForm =
  | { at: 'project-history'; project?: string }
  | { at: 'project-login-methods'; project?: string }

/** A dialog on invitations. */
export type InviteForm = { at: 'invite'; users: readonly string[] } | { at: 'invitations' }

/** A dialog on change sets that were applied. */
export type ChangeForm = { at: 'recent' } | { at: 'partial-undo'; partial: PartialUndo }

/** A cell, identified by person and project. */
export interface Cell {
  user: string
  project: string
}
