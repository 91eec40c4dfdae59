import { tableColumns } from '../../platform/columns'

/** All columns of a membership. */
export const memberColumns = tableColumns('project_member', {}, [
  'project_id',
  'user_id',
  'customer_id',
  'privilege_level',
  'expiration_date',
  'access_until',
  'providers',
  // Restored only while it still holds: the database re-checks whether an account with an unverified email waits.
  'awaits_proof',
  // Level from the directory, so that a restored membership is still managed by it.
  'directory_level',
  'before_directory',
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
