import { tableColumns } from '../../platform/columns'

/** All columns of a person's profile at a customer. */
export const profileColumns = tableColumns(
  'customer_user_profile',
  {
    firstName: 'first_name',
    lastName: 'last_name',
    title: 'title',
    phone: 'phone',
    profileType: 'type',
    customer: 'customer_id',
    userOrganization: 'user_organization_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'version', 'user_id', 'directory_source', 'is_disabled', 'disabled_at', 'created_by', 'updated_by'],
)
