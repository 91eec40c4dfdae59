import { fieldProblem } from '@lintel/contract/jsonapi/field-problem'
import { type ChangeSetKind, changeSetInputs } from '@lintel/contract/people/change-set-inputs'
import { Problem } from '@lintel/contract/problems'
import { changeDashboardCardKind } from '../../projects/dashboard-widgets/change-dashboard-card'
import { changeTemplateKind } from '../../projects/project-templates/change-template'
import { changeTemplateEntriesKind } from '../../projects/project-templates/change-template-entries'
import { deleteTemplateKind } from '../../projects/project-templates/delete-template'
import { applyDriftKind } from '../../projects/template-drift/apply-drift'
import { adImportKind } from '../directory-import/ad-import-kind'
import { changeOrganizationKind } from '../organizations/change-organization'
import { deleteOrganizationKind } from '../organizations/delete-organization'
import { importOrganizations } from '../organizations/import-organizations'
import { mergeOrganizations } from '../organizations/merge-organizations'
import { type ChangeKind, inputPointer } from './engine/change-kind'
import { accessFile } from './kinds/access-file'
import { copyAccess } from './kinds/copy-access'
import { invitationsKind } from './kinds/invitations'
import { newUserKind } from './kinds/new-user'
import { projectLoginMethods } from './kinds/project-login-methods'
import { removeFromAllProjects } from './kinds/remove-from-all-projects'
import { roles } from './kinds/roles'
import { userKind } from './kinds/user'

const kinds: { [K in ChangeSetKind]: ChangeKind<K> } = {
  roles,
  'copy-access': copyAccess,
  'access-file': accessFile,
  'remove-from-all-projects': removeFromAllProjects,
  invitations: invitationsKind,
  user: userKind,
  'new-user': newUserKind,
  'project-login-methods': projectLoginMethods,
  'ad-import': adImportKind,
  organization: changeOrganizationKind,
  'delete-organization': deleteOrganizationKind,
  'merge-organizations': mergeOrganizations,
  'import-organizations': importOrganizations,
  template: changeTemplateKind,
  'template-entries': changeTemplateEntriesKind,
  'template-drift': applyDriftKind,
  'delete-template': deleteTemplateKind,
  'dashboard-widgets': changeDashboardCardKind,
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where every kind's input is accepted; its schema reads it
type AnyChangeKind = ChangeKind<any>

export const kindOf = (kind: ChangeSetKind): AnyChangeKind => kinds[kind]

/** Parses an input by the schema of its kind. Throws 422 with a pointer for each invalid value. */
export function readInputOf(kind: ChangeSetKind, input: unknown): unknown {
  const parsed = changeSetInputs[kind].safeParse(input)
  if (parsed.success) return parsed.data
  throw Problem.all(parsed.error.issues.map((issue) => fieldProblem(issue, pointerTo(issue.path))))
}

const pointerTo = (path: readonly PropertyKey[]): string => [inputPointer, ...path.map(String)].join('/')
