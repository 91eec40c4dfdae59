import { snapshot } from '../../platform/snapshots'

/** An organization, whole. */
export const organizationSnapshot = snapshot('user_organization', [
  'id',
  'customer_id',
  'name',
  'number',
  'country',
  'external_id',
  'created_at',
  'updated_at',
  'version',
])
