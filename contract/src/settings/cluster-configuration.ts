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
 * What this installation allows (account-portal chapter 3). Anybody reads what the sign-in page needs: password rules, domain
 * suffix, environment, whether mail is sent and who helps. The rest is absent for people who are not signed in.
 */
export const clusterConfiguration = resource('cluster-configuration', {
  fields: {
    canAddUsers: z.boolean().optional(),
    passwordRequirements: passwordRules,
    /** Mail is sent: the sign-in page shows the way to a new password. */
    isSmtpEnabled: z.boolean(),
    /** Where mails that are not sent can be read; only in a local or development installation without mail. Our addition. */
    outbox: z.string().optional(),
    /** People may register accounts of their own, and begin with a project on trial; never where `canAddUsers` is false. Our addition. */
    canRegister: z.boolean(),
    /** What a username without a domain ends in: `@example.com`; only where it is appended. Our addition. */
    domainSuffix: z.string().optional(),
    /** Where it runs: decides who may create projects, and what the sign-in page offers. Our addition. */
    environment: z.enum(environments),
    /** Whom people may write to for help; only where the operator named somebody. Our addition. */
    supportMail: z.string().optional(),
    /** Where people may talk to the support, told to those who are signed in; only where there is one. Our addition. */
    supportChat: z.string().optional(),
    /** Addresses outside the origin that a next-url may lead to (security S13). Our addition. */
    safeNextUrls: z.array(z.string()).optional(),
  },
  readOnly: [
    'canAddUsers',
    'passwordRequirements',
    'isSmtpEnabled',
    'outbox',
    'canRegister',
    'domainSuffix',
    'environment',
    'supportMail',
    'supportChat',
    'safeNextUrls',
  ],
})

export type ClusterConfiguration = Entity<typeof clusterConfiguration>

/** Whether people can read what is mailed to them: it is sent, or the outbox shows it. */
export const canReadMail = ({
  isSmtpEnabled,
  outbox,
}: Partial<Pick<ClusterConfiguration, 'isSmtpEnabled' | 'outbox'>>) => isSmtpEnabled === true || outbox !== undefined
