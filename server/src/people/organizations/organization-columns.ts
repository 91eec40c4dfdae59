import { tableColumns } from '../../platform/columns'

/** All columns of an organization. */
export const organizationColumns = tableColumns(
  'user_organization',
  {
    name: 'name',
    number: 'number',
    country: 'country',
    externalId: 'external_id',
    industry: 'industry',
    customer: 'customer_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'version'],
)
