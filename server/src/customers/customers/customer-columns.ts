import { tableColumns } from '../../platform/columns'

/** All columns of a customer; its security policy is a separate resource on the same row. */
export const customerColumns = tableColumns(
  'customer',
  {
    name: 'name',
    baseUrl: 'base_url',
    sfAccount: 'sf_account',
    sfAccountName: 'sf_account_name',
    providers: 'providers',
    timeZone: 'time_zone',
    isTrial: 'is_trial',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  [
    'id',
    'version',
    'kam_id',
    'created_by',
    'updated_by',
    'second_factor_from',
    'longest_session_hours',
    'invite_domains',
    'assigned_providers',
  ],
)
