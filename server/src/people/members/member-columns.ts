import { tableColumns } from '../../platform/columns'

/** A membership, whole. */
export const memberColumns = tableColumns('project_member', {}, [
  'project_id',
  'user_id',
  'customer_id',
  'privilege_level',
  'expiration_date',
  'access_until',
  'providers',
  // Written again as it was only where that is still so: the database asks anew whether an account that is not proved waits.
  'awaits_proof',
  // What the directory gave, so that a membership that comes back is its as before.
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
