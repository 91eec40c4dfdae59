import { z } from 'zod'
import { passwordRules } from '../identity/passwords'
import { type Entity, resource } from '../jsonapi/resource'

/** The id of the only cluster configuration; the address of the collection answers it as well. */
export const clusterConfigurationId = 'current'

/**
 * What this installation allows (account-portal chapter 3). Read by anybody for its password rules; the rest is absent
 * for people who are not signed in.
 */
export const clusterConfiguration = resource('cluster-configuration', {
  fields: {
    canAddUsers: z.boolean().optional(),
    passwordRequirements: passwordRules,
    isSmtpEnabled: z.boolean().optional(),
  },
  readOnly: ['canAddUsers', 'passwordRequirements', 'isSmtpEnabled'],
})

export type ClusterConfiguration = Entity<typeof clusterConfiguration>
