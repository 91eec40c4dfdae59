import { snapshot } from '../../platform/snapshots'

/** A membership, whole. */
export const memberSnapshot = snapshot('project_member', [
  'project_id',
  'user_id',
  'customer_id',
  'privilege_level',
  'expiration_date',
  'access_until',
  'providers',
  'invited_at',
  'invited_by',
  'last_login_at',
  'last_opened_at',
  'change_set_id',
  'created_at',
  'created_by',
  'updated_at',
  'version',
])
