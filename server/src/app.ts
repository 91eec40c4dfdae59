import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { demoPeopleRoutes } from '../demo/demo-people.routes'
import { contentRoutes } from './content/content.routes'
import { contentOperationRoutes } from './content/content-operations.routes'
import { documentBytesRoutes } from './content/document-bytes/document-bytes.routes'
import { customerRoutes } from './customers/customers/customers.routes'
import { policyPreviewRoutes, securityPolicyRoutes } from './customers/customers/security-policies.routes'
import { checkDomainRoute, customerDomainRoutes } from './customers/domains/domains.routes'
import { providerRoutes, providerUsageRoute } from './customers/providers/providers.routes'
import { odataRoutes } from './exchange/odata/odata.routes'
import { projectsCsvRoute } from './exchange/projects-export/projects-csv.routes'
import { statisticsExportRoutes } from './exchange/statistics-export/statistics-export.routes'
import { topicExportRoutes } from './exchange/topics-export/topic-exports.routes'
import { usersExportRoutes } from './exchange/users-export/users-export.routes'
import { apiTokenRoutes } from './identity/api-tokens/api-tokens.routes'
import { demoProviderRoutes } from './identity/demo-provider/demo-provider.routes'
import { displayTokenRoutes } from './identity/display-tokens/display-tokens.routes'
import { federationRoutes } from './identity/federation/federation.routes'
import { feedTokenRoutes } from './identity/feed-tokens/feed-tokens.routes'
import { guestRoutes } from './identity/guests/guests.routes'
import type { IdentityServices } from './identity/identity-services'
import { keyRoutes } from './identity/keys/keys.routes'
import { addToSignIn } from './identity/login/add-to-sign-in'
import { loginRoutes } from './identity/login/login.routes'
import { mfaRoutes } from './identity/mfa/mfa.routes'
import { passkeyRoutes } from './identity/passkeys/passkeys.routes'
import { passwordResetRoutes } from './identity/password-reset/password-reset.routes'
import { passwordRoutes } from './identity/passwords/passwords.routes'
import { proofRoutes } from './identity/proof/proof.routes'
import { providerSetupRoutes } from './identity/provider-setup/provider-setup.routes'
import { setupLinkRoutes } from './identity/provider-setup/setup-links.routes'
import { providerTestRoutes } from './identity/provider-tests/provider-tests.routes'
import { registrationRoutes } from './identity/registration/registration.routes'
import { sessionRoutes } from './identity/sessions/sessions.routes'
import { stepUpRoutes } from './identity/step-up/step-up.routes'
import { accessMatrixRoute } from './people/access-matrix/access-matrix.routes'
import { accessWhyRoute } from './people/access-why/access-why.routes'
import { changeSetRoutes, changeSetStepRoutes } from './people/change-sets/engine/change-sets.routes'
import { customerUserProfileRoutes } from './people/customer-user-profiles/customer-user-profiles.routes'
import { directoryGroupAccessRoutes } from './people/directory-groups/directory-group-access.routes'
import { directoryGroupRoutes } from './people/directory-groups/directory-groups.routes'
import { adImportRoute } from './people/directory-import/ad-import.routes'
import { adImportErrorsRoute } from './people/directory-import/ad-import-errors.routes'
import { invitationRoutes, resendInvitationRoutes } from './people/invitations/invitations.routes'
import { leaveProjectRoute } from './people/members/leave-project.routes'
import { memberRoutes } from './people/members/members.routes'
import { organizationRoutes } from './people/organizations/organizations.routes'
import { scimRoutes } from './people/scim/scim.routes'
import { scimGroupRoutes } from './people/scim/scim-groups.routes'
import { scimUserRoutes } from './people/scim/scim-users.routes'
import { deletionTaskRoutes } from './people/user-profiles/deletion-tasks.routes'
import { emailChangeRoutes } from './people/user-profiles/email-change.routes'
import { ownProfileRoutes, userProfileRoutes } from './people/user-profiles/user-profiles.routes'
import { currentUserRoutes, userRoutes } from './people/users/users.routes'
import { apiDescriptionRoutes } from './platform/api-docs'
import type { Platform } from './platform/context'
import { LiveChanges } from './platform/events/live-changes'
import { ExportLimiter } from './platform/export-limiter'
import { healthRoutes } from './platform/health'
import { buildHttp, type Identity } from './platform/http'
import { outboxRoutes } from './platform/mail/outbox-page'
import { openMetrics } from './platform/metrics'
import { operationRoutes } from './platform/operations.routes'
import type { Route } from './platform/route'
import type { ServedResource } from './platform/serve'
import { openWebFiles } from './platform/web-files'
import { dashboardImageRoutes } from './projects/dashboard-images/dashboard-images.routes'
import { dashboardFiguresRoute } from './projects/dashboard-widgets/dashboard-figures.routes'
import { dashboardWidgetRoutes } from './projects/dashboard-widgets/dashboard-widgets.routes'
import { featureRoutes } from './projects/features/features.routes'
import { homeRoutes } from './projects/home/home.routes'
import { projectCreationRoutes } from './projects/project-creation/project-creation.routes'
import { startProjectRoute } from './projects/project-life/project-life.routes'
import { projectLinkRoutes } from './projects/project-links/project-links.routes'
import { projectStatRoutes } from './projects/project-stats/project-stats.routes'
import { projectTemplateRoutes } from './projects/project-templates/project-templates.routes'
import { moveEffectsRoute } from './projects/projects/move-effects.routes'
import { favouriteProjectRoutes, openProjectRoute, projectRoutes } from './projects/projects/projects.routes'
import { templatePreviewRoutes } from './projects/template-application/template-preview.routes'
import { madeProjectRoutes } from './projects/template-drift/made-projects.routes'
import { templateProjectRoutes } from './projects/template-projects/template-projects.routes'
import { wallRoutes } from './projects/wall/wall.routes'
import { auditEventRoutes } from './settings/audit-events/audit-events.routes'
import { auditLogRoutes } from './settings/audit-events/audit-log.routes'
import { projectActivityRoute } from './settings/audit-events/project-activity.routes'
import { clientLogRoutes } from './settings/client-log/client-log.routes'
import { clusterConfigurationRoutes } from './settings/cluster-configuration/cluster-configuration.routes'
import { eventRoutes } from './settings/events/events.routes'
import { checkReaderAccess } from './settings/events/reader-access.store'
import { pushRoutes } from './settings/push/push.routes'
import { regionRoutes } from './settings/regions/regions.routes'
import { shortLinkRoutes } from './settings/short-links/short-links.routes'
import { urlRoutes } from './settings/urls/urls.routes'
import { userSettingRoutes } from './settings/user-settings/user-settings.routes'

/** All resources. */
export const servedResources = (platform: Platform): ServedResource[] => [
  userRoutes,
  userProfileRoutes(platform),
  customerUserProfileRoutes,
  organizationRoutes,
  directoryGroupRoutes,
  directoryGroupAccessRoutes,
  memberRoutes(platform),
  invitationRoutes,
  changeSetRoutes,
  customerRoutes,
  securityPolicyRoutes,
  customerDomainRoutes,
  providerRoutes,
  projectRoutes(platform),
  projectLinkRoutes(platform),
  projectStatRoutes,
  projectTemplateRoutes,
  madeProjectRoutes,
  templateProjectRoutes,
  dashboardWidgetRoutes,
  ...contentRoutes(platform),
  featureRoutes,
  clusterConfigurationRoutes(platform),
  urlRoutes,
  userSettingRoutes,
  auditEventRoutes,
]

/** All calls. */
const calls = (platform: Platform, identity: IdentityServices): Route[] => [
  ...currentUserRoutes,
  ...homeRoutes(platform),
  ...loginRoutes(identity),
  ...mfaRoutes(identity),
  ...passkeyRoutes(identity),
  ...stepUpRoutes(identity),
  ...passwordRoutes(identity),
  ...passwordResetRoutes(identity),
  ...registrationRoutes,
  ...guestRoutes(identity),
  ...federationRoutes(identity),
  ...providerTestRoutes(identity),
  ...setupLinkRoutes,
  ...providerSetupRoutes(identity),
  providerUsageRoute,
  ...proofRoutes(identity),
  ...sessionRoutes(identity),
  ...feedTokenRoutes(identity),
  ...apiTokenRoutes(identity),
  ...displayTokenRoutes,
  ...scimRoutes(),
  ...scimUserRoutes(),
  ...scimGroupRoutes(),
  ...policyPreviewRoutes,
  checkDomainRoute,
  ...keyRoutes(identity),
  ...resendInvitationRoutes,
  ...changeSetStepRoutes,
  adImportRoute,
  leaveProjectRoute,
  accessWhyRoute,
  accessMatrixRoute,
  ...ownProfileRoutes,
  ...deletionTaskRoutes,
  ...emailChangeRoutes(identity),
  openProjectRoute,
  ...favouriteProjectRoutes,
  ...documentBytesRoutes(platform),
  ...projectCreationRoutes,
  ...templatePreviewRoutes,
  moveEffectsRoute,
  projectActivityRoute,
  dashboardFiguresRoute,
  ...dashboardImageRoutes(platform),
  ...wallRoutes(platform),
  startProjectRoute,
  ...pushRoutes(identity),
  ...shortLinkRoutes(platform),
  ...regionRoutes(platform),
  ...clientLogRoutes(platform),
  ...healthRoutes(platform),
  ...outboxRoutes(platform.configuration),
  ...demoPeopleRoutes(platform),
  ...demoProviderRoutes(platform),
]

/** All routes: only these are served. */
export function allRoutes(
  platform: Platform,
  identity: IdentityServices,
  metrics = openMetrics(platform),
  live = new LiveChanges(platform, checkReaderAccess),
): Route[] {
  const resources = servedResources(platform)
  const exports = new ExportLimiter()
  const routes = [
    ...resources.flatMap((served) => served.routes),
    ...calls(platform, identity),
    ...operationRoutes(resources),
    ...usersExportRoutes(exports),
    adImportErrorsRoute(exports),
    projectsCsvRoute(exports),
    ...topicExportRoutes(platform, exports),
    ...contentOperationRoutes(exports),
    ...statisticsExportRoutes(exports),
    ...odataRoutes(identity),
    ...auditLogRoutes(exports),
    ...eventRoutes(live),
    ...metrics.routes,
  ]
  return [...routes, ...apiDescriptionRoutes(routes, platform.configuration)]
}

/** The dependencies of the application. */
export interface AppParts {
  platform: Platform
  logger: FastifyBaseLogger
  /** Authentication, rate limits and the sign-in calls (created in `identity/identity.ts`). */
  identity: Identity & IdentityServices
}

/** Builds the HTTP application, not yet listening. */
export async function buildApp({ platform, logger, identity }: AppParts): Promise<FastifyInstance> {
  for (const { resource, findByIds, scope } of servedResources(platform)) {
    if (findByIds) platform.includes.set(resource.type, { resource, findByIds, scope })
  }
  const { authenticate, admit } = identity
  const metrics = openMetrics(platform)
  const live = new LiveChanges(platform, checkReaderAccess)
  const routes = allRoutes(platform, identity, metrics, live)
  const app = await buildHttp({
    platform,
    logger,
    authenticate,
    admit,
    routes,
    fallback: openWebFiles(undefined, addToSignIn(platform.configuration)).answer,
  })
  metrics.observe(app)
  app.addHook('preClose', () => live.close())
  return app
}
