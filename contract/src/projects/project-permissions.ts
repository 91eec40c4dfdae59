import { type Actor, administers, isFullUser } from '../people/permissions'
import { minAdminLevel, privilegeLevel } from '../people/privilege-levels'
import type { Project, ProjectPatch } from './projects'

/** The facts about a project that permissions need: its customer, and the actor's own level in it. */
export type ProjectAccess = Pick<Project, 'customer' | 'privilegeLevel'>

/** Project admins and above, administrators of the customer and staff: may change the project's name and description. */
export const administersProject = (actor: Actor, { customer, privilegeLevel: level }: ProjectAccess): boolean =>
  isFullUser(actor) && (administers(actor, customer) || (level !== null && level >= minAdminLevel))

/** The owner, administrators of the customer and staff: may hibernate, wake up and delete the project. */
export const governsProject = (actor: Actor, { customer, privilegeLevel: level }: ProjectAccess): boolean =>
  isFullUser(actor) && (administers(actor, customer) || level === privilegeLevel.owner)

/** Whether the actor may read content: of a hibernated project only its owner and its administrators. */
export const mayReadContent = (actor: Actor, project: ProjectAccess & Pick<Project, 'isHibernated'>): boolean =>
  !project.isHibernated || administersProject(actor, project)

/** The owner: may hand the project over to another member (contract §6). */
export const ownsProject = (actor: Actor, { privilegeLevel: level }: Pick<ProjectAccess, 'privilegeLevel'>): boolean =>
  isFullUser(actor) && level === privilegeLevel.owner

type ProjectField = keyof ProjectPatch | 'templateProjectId' | 'projectTemplateId' | 'copyPeople'

const described: readonly ProjectField[] = ['name', 'description', 'externalId']
const governed: readonly ProjectField[] = ['isHibernated', 'isInactive']
const handedOver: readonly ProjectField[] = ['owner']
const administered: readonly ProjectField[] = ['customer', 'owner', 'features', 'providers', 'isLibrary']
const commercial: readonly ProjectField[] = ['salesforceAccountId', 'salesforceAccountName', 'salesforceProjectId']

/** The fields of a project that the person may change. */
export function writableProjectFields(actor: Actor, project: ProjectAccess): ReadonlySet<ProjectField> {
  return new Set([
    ...(administersProject(actor, project) ? described : []),
    ...(governsProject(actor, project) ? governed : []),
    ...(ownsProject(actor, project) ? handedOver : []),
    ...(isFullUser(actor) && administers(actor, project.customer) ? [...administered, ...commercial] : []),
  ])
}

/** The fields of a creation reserved to administrators of the new project's customer. */
export const administeredDraftFields = ['features', 'providers', 'isLibrary', ...commercial] as const

/** The fields that any creation may set; a new project is neither hibernated nor deleted. */
export const draftFields: ReadonlySet<ProjectField> = new Set([
  ...described,
  ...administered,
  ...commercial,
  'templateProjectId',
  'projectTemplateId',
  'copyPeople',
])

/**
 * True for a patch that hibernation forbids: a hibernated project is read-only except for waking up, deleting and restoring, and changes
 * sent together with waking it up.
 */
export const isRefusedByHibernation = ({ isHibernated }: Pick<Project, 'isHibernated'>, patch: ProjectPatch): boolean =>
  isHibernated &&
  patch.isHibernated !== false &&
  Object.keys(patch).some((field) => !governed.some((known) => known === field))
