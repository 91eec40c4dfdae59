import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import type { DB } from '../src/platform/database.types'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'

type ProviderRow = Insertable<DB['sso_provider']>

/**
 * External identity providers: a public one, one reached by its company id only, one for an email domain, and one being
 * set up.
 */
export const providerRows = ({ ago }: Moments): ProviderRow[] => [
  provider(ago(700), {
    id: 'partnerengineering',
    name: 'Partner Engineering',
    description: 'Reviewers and client representatives of Partner Engineering',
    color: '#0b7285',
    text_color: '#ffffff',
    is_public: true,
    hidden: false,
    issuer: 'https://login.partner.example',
  }),
  provider(ago(500), {
    id: 'vvsteknik',
    name: 'VVS-Teknik',
    description: 'Reached by its company id only',
    color: '#1f5f8b',
    text_color: '#ffffff',
    issuer: 'https://id.vvsteknik.example',
  }),
  provider(ago(420), {
    id: 'stalbyggost',
    name: 'Stålbygg Øst',
    description: 'Whoever has an address of Stålbygg Øst signs in here',
    color: '#7a3e00',
    text_color: '#ffffff',
    email_match: true,
    email_regex: '.+@stalbygg\\.example',
    is_public: true,
    hidden: true,
    issuer: 'https://sso.stalbygg.example',
    landing_page: 'https://sso.stalbygg.example/landing',
    logout_uri: 'https://sso.stalbygg.example/logout',
  }),
  provider(ago(2), {
    id: 'vestkraft',
    name: 'Vestkraft Energi',
    description: 'Being set up: their IT department has the link',
    icon: 'key',
    color: '#14532d',
    text_color: '#ffffff',
    issuer: null,
    client_id: null,
    is_disabled: true,
    activated_at: null,
  }),
]

/** The secret of the setup link below, known only to tests and the demo. */
export const demoSetupSecret = 'set-up-link-of-vestkraft-in-the-demo'

/** The setup link by which Vestkraft's IT department configures its provider. */
export const setupLinkRows = ({ ago, ahead }: Moments): Insertable<DB['provider_setup_link']>[] => [
  {
    id: demoId('setup-link', 'vestkraft'),
    provider_id: 'vestkraft',
    secret_hash: hashSecret(demoSetupSecret),
    created_at: ago(2),
    created_by: personId('staff@lintel.example'),
    expires_at: ahead(5),
    last_used_at: ago(1),
  },
]

/** External identities of people who have signed in there already. */
export const externalIdentityRows = ({ ago }: Moments): Insertable<DB['external_identity']>[] => [
  identity(ago(300), 'guest@partner.example', 'partnerengineering', 'https://login.partner.example', 'ravi.menon'),
  identity(ago(200), 'runar@stalbygg.example', 'stalbyggost', 'https://sso.stalbygg.example', 'runar.sto'),
]

const identity = (linked: string, email: string, provider: string, issuer: string, subject: string) => ({
  id: demoId('identity', subject),
  provider_id: provider,
  issuer,
  subject,
  user_id: personId(email),
  email,
  linked_at: linked,
})

const provider = (
  created: string,
  values: Pick<ProviderRow, 'id' | 'name' | 'issuer'> & Partial<ProviderRow>,
): ProviderRow => ({
  description: null,
  icon: null,
  color: '#ffffff',
  text_color: '#000000',
  landing_page: null,
  email_regex: null,
  email_match: false,
  logout_uri: null,
  is_public: false,
  hidden: true,
  client_id: 'lintel',
  scopes: 'openid email profile',
  is_disabled: false,
  activated_at: created,
  created_at: created,
  created_by: personId('staff@lintel.example'),
  updated_at: created,
  updated_by: personId('staff@lintel.example'),
  ...values,
})
