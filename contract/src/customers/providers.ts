import { z } from 'zod'
import { colour, flag, instant, line, name, paragraph, webAddress } from '../jsonapi/fields'
import { type Draft, type Entity, type Patch, resource } from '../jsonapi/resource'
import { isBuiltIn } from './login-methods'

/** A provider's id, also typed as company id: letters, digits, hyphens and underscores, not signs alone; not that of a built-in
 * method. */
export const providerId = z
  .string()
  .trim()
  .min(1, 'required')
  .max(64, 'tooLong')
  .regex(/^[_-]*[A-Za-z0-9][A-Za-z0-9_-]*$/, 'invalid')
  // In addresses it denotes a new provider.
  .refine((id) => id !== '-1', 'invalid')
  .refine((id) => !isBuiltIn(id), 'providerIdTaken')

/** Placeholder of a stored client secret, which never leaves the server (security E10). Sent back, it changes nothing. */
export const secretPlaceholder = '***'

/**
 * Client authentication at a provider's token endpoint. `automatic` uses what the provider publishes: `client_secret_post` where supported,
 * since not every provider decodes the encoding of the Basic header (RFC 6749, 2.3.1).
 */
export const clientAuthentications = ['automatic', 'client_secret_post', 'client_secret_basic'] as const
export type ClientAuthentication = (typeof clientAuthentications)[number]

/**
 * A single sign-on provider (admin-console chapter 3): its appearance on the sign-in page, and its OpenID Connect settings. Optional fields
 * are returned to staff only; administrators of customers see ids, names and appearance.
 */
export const ssoProviders = resource('sso-providers', {
  fields: {
    name: name(100),
    icon: line(100).nullable(),
    color: colour,
    textColor: colour,
    emailRegex: z.string().max(256, 'tooLong').nullable(),
    isPublic: z.boolean().optional(),
    /** The inverse of 'show on login screen'. */
    hidden: z.boolean().optional(),
    /**
     * A verified email of this provider identifies the user, and linking by password is not offered: for addresses of verified domains of
     * customers that list it (security E5).
     */
    emailMatch: z.boolean().optional(),
    isDisabled: z.boolean().optional(),
    description: paragraph(1_000).nullable().optional(),
    landingPage: webAddress.nullable().optional(),
    logoutUri: webAddress.nullable().optional(),
    issuer: webAddress.nullable().optional(),
    clientId: line(500).nullable().optional(),
    clientSecret: z.string().max(2_000, 'tooLong').nullable().optional(),
    clientAuthentication: z.enum(clientAuthentications).optional(),
    scopes: line(500).nullable().optional(),
    /** When it was activated; null while it is being set up. */
    activatedAt: instant.nullable().optional(),
    createdAt: instant.optional(),
    updatedAt: instant.optional(),
  },
  readOnly: ['activatedAt', 'createdAt', 'updatedAt'],
  clientGeneratedId: providerId,
  defaults: {
    isPublic: false,
    hidden: true,
    color: '#ffffff',
    textColor: '#000000',
    emailMatch: false,
    clientAuthentication: 'automatic',
    isDisabled: false,
  },
  filters: { q: z.string().max(200), isPublic: flag, hidden: flag },
  sorts: ['name', 'id'],
})

export type SsoProvider = Entity<typeof ssoProviders>
export type SsoProviderDraft = Draft<typeof ssoProviders>
export type SsoProviderPatch = Patch<typeof ssoProviders>
