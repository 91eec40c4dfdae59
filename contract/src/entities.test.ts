import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checklistStatuses } from './content/checklist-statuses'
import { projectContents } from './content/project-contents'
import { workflowStatuses } from './content/workflow-statuses'
import { customers } from './customers/customers'
import { ssoProviders } from './customers/providers'
import type { AnyResource } from './jsonapi/resource'
import { customerUserProfiles } from './people/customer-user-profiles'
import { projectMembers } from './people/members'
import { organizations } from './people/organizations'
import { userProfiles } from './people/user-profiles'
import { users } from './people/users'
import { dashboardWidgets } from './projects/dashboard-widgets'
import { projectLinks } from './projects/project-links'
import { projectTemplates } from './projects/project-templates'
import { projects } from './projects/projects'
import { templateProjects } from './projects/template-projects'
import { clusterConfiguration } from './settings/cluster-configuration'
import { urls } from './settings/urls'

/** An entity of chapter 3 with its field names in both specifications; every record has `id`. */
interface Excluded {
  resource: AnyResource
  names: string
  /** Names that are not fields of the entity, each with the reason (decision 069). */
  elsewhere?: Record<string, string>
}

const excluded: Excluded[] = [
  {
    resource: userProfiles,
    names: 'givenName familyName organization phone title displayName role mustUpdatePassword mustUpdateProfile',
  },
  {
    resource: users,
    names: `guest firstName lastName name organization phone title role timeZone language expirationDate allowedProviders
      userOrganization organizationName fullName displayName customerAdminFor email givenName familyName privilegeLevel
      ssoProviders inactive invited isDeleted`,
    elsewhere: { privilegeLevel: 'a membership', ssoProviders: 'a membership' },
  },
  {
    resource: projects,
    names: `name projectUri description externalId createdAt deletedAt owner features customer isInactive isHibernated
      isLibrary status templateProjectId projectTemplateId salesforceAccountId salesforceAccountName salesforceProjectId
      providers dashboardWidgets users customerKam`,
    elsewhere: { dashboardWidgets: 'with the dashboards', users: 'the memberships', customerKam: 'the customer' },
  },
  { resource: dashboardWidgets, names: 'typeName order size dataIds project config' },
  { resource: projectLinks, names: 'name projectUri isHibernated isLibrary description externalId' },
  { resource: templateProjects, names: 'name isDefault isLibrary' },
  { resource: projectTemplates, names: 'name isDefault customer content' },
  {
    resource: customers,
    names: `name baseUrl sfAccount sfAccountName kam customerAdmins apiUsers providers ssoProviders projectTemplates projects
      createdAt createdBy updatedAt updatedBy`,
    elsewhere: { projects: 'the projects of the customer' },
  },
  {
    resource: projectMembers,
    names: `user email project privilegeLevel expirationDate ssoProviders providers sendInvitation invited invitedBy guest
      organization userOrganization lastLogin loggedLastMonth`,
  },
  {
    resource: customerUserProfiles,
    names: 'firstName lastName title phone user customer userOrganization newUserEmail profileType createdAt updatedAt',
  },
  {
    resource: organizations,
    names: 'name number country externalId customer users',
    elsewhere: { users: 'the users of the organization' },
  },
  {
    resource: ssoProviders,
    names: `name description icon color textColor landingPage emailRegex emailMatch logoutUri isPublic hidden`,
  },
  { resource: projectContents, names: 'entityType name record project' },
  {
    resource: workflowStatuses,
    names: 'workflowName totalOpen totalDone totalClosed openedToday doneToday closedToday',
  },
  { resource: checklistStatuses, names: 'name notStarted inProgress done notStartedToday inProgressToday doneToday' },
  { resource: clusterConfiguration, names: 'canAddUsers passwordRequirements isSmtpEnabled' },
  { resource: urls, names: 'url' },
]

/** Resources without an entity in the specification. */
const ours = new Set([
  'audit-events',
  'buildings',
  'change-sets',
  'checklist-runs',
  'checklists',
  'custom-views',
  'customer-domains',
  'directory-group-access',
  'directory-groups',
  'security-policies',
  'documents',
  'features',
  'folder-labels',
  'folders',
  'groups',
  'ifc-models',
  'made-projects',
  'invitations',
  'label-groups',
  'project-stats',
  'report-templates',
  'spaces',
  'takt-trains',
  'topics',
  'user-settings',
  'workflows',
])

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
const modules = await Promise.all(
  files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => import(join(import.meta.dirname, name)) as Promise<Record<string, Partial<AnyResource>>>),
)
const declared = modules.flatMap((module) =>
  Object.values(module).flatMap((value) => (value?.patch && value.paths && value.type ? [value.type] : [])),
)

test('every resource is an entity of chapter 3, or said to be ours, in this file', () => {
  const known = new Set([...ours, ...excluded.map(({ resource }) => resource.type)])
  expect([...new Set(declared)].sort()).toEqual([...known].sort())
})

test.each(excluded.map((entity) => [entity.resource.type, entity] as const))(
  'every name that chapter 3 gives an entity is a field of it, or has another place: %s',
  (_, { resource, names, elsewhere = {} }) => {
    const missing = names.split(/\s+/).filter((name) => !(name in resource.fields.shape))
    expect(missing.sort()).toEqual(Object.keys(elsewhere).sort())
  },
)
