import { supportsDomainSuffix } from '@lintel/contract/identity/login'
import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { type ClusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import type { Configuration } from '../../platform/configuration'
import { outboxPath, showsOutbox } from '../../platform/mail/outbox-page'

/**
 * The configuration of this installation as visible to the actor. It comes from the settings of the server, not from
 * the database.
 */
export function installationFor(configuration: Configuration, actor: Actor): ClusterConfiguration {
  const { canAddUsers, domainSuffix, environment, passwordRequirements, safeNextUrls, smtpUrl } = configuration
  const { mfa, supportMail, supportChat } = configuration
  return {
    id: clusterConfigurationId,
    version: 1,
    passwordRequirements,
    environment,
    isSmtpEnabled: smtpUrl !== undefined,
    // Registration adds a user.
    canRegister: configuration.registration && canAddUsers,
    ...(showsOutbox(configuration) && { outbox: outboxPath }),
    ...(domainSuffix !== undefined && supportsDomainSuffix(environment) && { domainSuffix }),
    ...(supportMail !== undefined && { supportMail }),
    ...(isSignedIn(actor) && {
      canAddUsers,
      isMfaEnabled: mfa,
      safeNextUrls,
      ...(supportChat !== undefined && { supportChat }),
    }),
  }
}
