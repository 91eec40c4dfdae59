import { completesUsernames } from '@lintel/contract/identity/login'
import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { type ClusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import type { Configuration } from '../../platform/configuration'
import { outboxPath, showsOutbox } from '../../platform/mail/outbox-page'

/** What this installation allows, as far as this reader may know. Nothing of it is in the database: the server was started with it. */
export function installationFor(configuration: Configuration, actor: Actor): ClusterConfiguration {
  const { canAddUsers, domainSuffix, environment, passwordRequirements, safeNextUrls, smtpUrl } = configuration
  const { supportMail, supportChat } = configuration
  return {
    id: clusterConfigurationId,
    version: 1,
    passwordRequirements,
    environment,
    isSmtpEnabled: smtpUrl !== undefined,
    // Whoever registers is somebody new.
    canRegister: configuration.registration && canAddUsers,
    ...(showsOutbox(configuration) && { outbox: outboxPath }),
    ...(domainSuffix !== undefined && completesUsernames(environment) && { domainSuffix }),
    ...(supportMail !== undefined && { supportMail }),
    ...(isSignedIn(actor) && { canAddUsers, safeNextUrls, ...(supportChat !== undefined && { supportChat }) }),
  }
}
