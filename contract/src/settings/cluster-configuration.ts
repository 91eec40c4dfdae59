import { z } from 'zod'
import { passwordRules } from '../identity/passwords'
import { type Entity, resource } from '../jsonapi/resource'
import type { Environment } from '../people/permissions'

const environments = [
  'local',
  'development',
  'staging',
  'production',
  'onpremise',
  'deploy',
] as const satisfies Environment[]

/** The id of the only cluster configuration; the address of the collection answers it as well. */
export const clusterConfigurationId = 'current'

/**
 * What this installation allows (account-portal chapter 3). Read by anybody for its password rules and domain suffix; the
 * rest is absent for people who are not signed in.
 */
export const clusterConfiguration = resource('cluster-configuration', {
  fields: {
    canAddUsers: z.boolean().optional(),
    passwordRequirements: passwordRules,
    isSmtpEnabled: z.boolean().optional(),
    /** What a username without a domain ends in: `@example.com`; only where there is one. Our addition. */
    domainSuffix: z.string().optional(),
    /** Where it runs: decides who may create projects. Our addition. */
    environment: z.enum(environments).optional(),
    /** Addresses outside the origin that a next-url may lead to (security S13). Our addition. */
    safeNextUrls: z.array(z.string()).optional(),
  },
  readOnly: ['canAddUsers', 'passwordRequirements', 'isSmtpEnabled', 'domainSuffix', 'environment', 'safeNextUrls'],
})

export type ClusterConfiguration = Entity<typeof clusterConfiguration>
