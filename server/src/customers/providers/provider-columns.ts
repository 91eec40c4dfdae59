import { tableColumns } from '../../platform/columns'

/** All columns of a provider. The client secret is encrypted in a column that no field exposes. */
export const providerColumns = tableColumns(
  'sso_provider',
  {
    name: 'name',
    description: 'description',
    icon: 'icon',
    color: 'color',
    textColor: 'text_color',
    landingPage: 'landing_page',
    emailRegex: 'email_regex',
    emailMatch: 'email_match',
    logoutUri: 'logout_uri',
    isPublic: 'is_public',
    hidden: 'hidden',
    isDisabled: 'is_disabled',
    issuer: 'issuer',
    clientId: 'client_id',
    clientAuthentication: 'client_authentication',
    scopes: 'scopes',
  },
  ['id', 'version', 'client_secret_encrypted', 'activated_at', 'created_at', 'created_by', 'updated_at', 'updated_by'],
)
