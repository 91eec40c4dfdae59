import { z } from 'zod'
import { passwordRules } from '../identity/passwords'
import { type Entity, resource } from '../jsonapi/resource'
import { environments } from './environments'

/** The id of the only cluster configuration; the collection's address returns it as well. */
export const clusterConfigurationId = 'current'

/**
 * The configuration of this installation (account-portal chapter 3). Public: what the sign-in page needs, namely password rules, domain
 * suffix, environment, whether mail is sent and the support contact. Everything else is omitted for anonymous requests.
 */
export const clusterConfiguration = resource('cluster-configuration', {
  fields: {
    canAddUsers: z.boolean().optional(),
    passwordRequirements: passwordRules,
    /** People can have a second factor and staff must; for signed-in people. Our addition. */
    isMfaEnabled: z.boolean().optional(),
    /** Mail is sent: the sign-in page offers a password reset. */
    isSmtpEnabled: z.boolean(),
    /** Where mails that are not sent can be read; only in local or development installations without mail. Our addition. */
    outbox: z.string().optional(),
    /** People may register and start with a trial project; never where `canAddUsers` is false. Our addition. */
    canRegister: z.boolean(),
    /** Appended to usernames without a domain: `@example.com`; only where configured. Our addition. */
    domainSuffix: z.string().optional(),
    /** The environment: decides who may create projects, and what the sign-in page offers. Our addition. */
    environment: z.enum(environments),
    /** The support's email address, if configured. Our addition. */
    supportMail: z.string().optional(),
    /** The support's chat, for signed-in people, if configured. Our addition. */
    supportChat: z.string().optional(),
    /** Prefixes outside the origin that a next-url may lead to (security S13). Our addition. */
    safeNextUrls: z.array(z.string()).optional(),
  },
  readOnly: [
    'canAddUsers',
    'passwordRequirements',
    'isMfaEnabled',
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

/** Whether people can read their mails: they are sent, or shown in the outbox. */
export const canReadMail = ({
  isSmtpEnabled,
  outbox,
}: Partial<Pick<ClusterConfiguration, 'isSmtpEnabled' | 'outbox'>>) => isSmtpEnabled === true || outbox !== undefined
