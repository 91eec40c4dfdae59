import { anyone, isSignedIn } from '@lintel/contract/people/permissions'
import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import type { Platform } from '../../platform/context'
import { type ServedResource, servePublic } from '../../platform/serve'

/** Nothing of it is in the database: it is what the server was started with. */
export const clusterConfigurationRoutes = ({ configuration }: Platform): ServedResource => {
  const { canAddUsers, domainSuffix, environment, passwordRequirements, safeNextUrls, smtpUrl } = configuration
  const { supportMail, supportChat } = configuration
  return servePublic(clusterConfiguration, {
    one: clusterConfigurationId,
    whileRestricted: true,
    find: async (_db, actor, id) =>
      id === clusterConfigurationId
        ? {
            id,
            version: 1,
            passwordRequirements,
            environment,
            isSmtpEnabled: smtpUrl !== undefined,
            ...(domainSuffix !== undefined && { domainSuffix }),
            ...(supportMail !== undefined && { supportMail }),
            ...(isSignedIn(actor) && { canAddUsers, safeNextUrls, ...(supportChat !== undefined && { supportChat }) }),
          }
        : undefined,
    read: { may: anyone },
  })
}
