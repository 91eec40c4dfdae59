import { type Actor, administers, isNoGuest } from '../people/permissions'
import { administersFrom, privilegeLevel } from '../people/privilege-levels'
import type { Project, ProjectPatch } from './projects'

/** What the permissions ask about a project: its customer, and the asking person's own level in it. */
export type ProjectStanding = Pick<Project, 'customer' | 'privilegeLevel'>

/** From project admin upwards, administrators of the customer and staff: may change how the project is called. */
export const administersProject = (actor: Actor, { customer, privilegeLevel: level }: ProjectStanding): boolean =>
  isNoGuest(actor) && (administers(actor, customer) || (level !== null && level >= administersFrom))

/** The owner, administrators of the customer and staff: may hibernate, wake up and delete the project. */
export const governsProject = (actor: Actor, { customer, privilegeLevel: level }: ProjectStanding): boolean =>
  isNoGuest(actor) && (administers(actor, customer) || level === privilegeLevel.owner)

/**
 * Whose reading of content a hibernated project still answers: its owner's and its administrators'. Everybody reads content of the
 * others.
 */
export const readsContentOf = (actor: Actor, project: ProjectStanding & Pick<Project, 'isHibernated'>): boolean =>
  !project.isHibernated || administersProject(actor, project)

/** Whose project it is: hands it over to another member (contract §6). */
export const ownsProject = (
  actor: Actor,
  { privilegeLevel: level }: Pick<ProjectStanding, 'privilegeLevel'>,
): boolean => isNoGuest(actor) && level === privilegeLevel.owner

type ProjectField = keyof ProjectPatch | 'templateProjectId' | 'projectTemplateId' | 'copyPeople'

const described: readonly ProjectField[] = ['name', 'description', 'externalId']
const governed: readonly ProjectField[] = ['isHibernated', 'isInactive']
const handedOver: readonly ProjectField[] = ['owner']
const administered: readonly ProjectField[] = ['customer', 'owner', 'features', 'providers', 'isLibrary']
const commercial: readonly ProjectField[] = ['salesforceAccountId', 'salesforceAccountName', 'salesforceProjectId']

/** The fields of a project that the person may change. */
export function writableProjectFields(actor: Actor, project: ProjectStanding): ReadonlySet<ProjectField> {
  return new Set([
    ...(administersProject(actor, project) ? described : []),
    ...(governsProject(actor, project) ? governed : []),
    ...(ownsProject(actor, project) ? handedOver : []),
    ...(isNoGuest(actor) && administers(actor, project.customer) ? [...administered, ...commercial] : []),
  ])
}

/** The fields that only administrators of the new project's customer may give at its creation. */
export const administeredDraftFields = ['features', 'providers', 'isLibrary', ...commercial] as const

/** The fields that a creation may carry, whoever creates; a new project is neither hibernated nor deleted. */
export const draftFields: ReadonlySet<ProjectField> = new Set([
  ...described,
  ...administered,
  ...commercial,
  'templateProjectId',
  'projectTemplateId',
  'copyPeople',
])

/** A hibernated project is read-only: it can be woken up, deleted and restored, and changed together with waking it. */
export const isRefusedByHibernation = ({ isHibernated }: Pick<Project, 'isHibernated'>, patch: ProjectPatch): boolean =>
  isHibernated &&
  patch.isHibernated !== false &&
  Object.keys(patch).some((field) => !governed.some((known) => known === field))
