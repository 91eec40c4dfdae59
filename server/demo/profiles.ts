import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { customerId, customerKeys } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { organizationId } from './organizations'
import type { DemoPerson } from './people'
import { personId } from './person-id'

type ProfileRow = Insertable<DB['customer_user_profile']>

/** The customer-specific profiles of the people in each customer's projects. */
export function profileRows(
  people: readonly DemoPerson[],
  members: readonly Insertable<DB['project_member']>[],
  { ago }: Moments,
): ProfileRow[] {
  const known = new Set(members.map(({ customer_id, user_id }) => `${customer_id} ${user_id}`))
  return customerKeys.flatMap((customer) =>
    people
      .filter(
        ({ id, firm, row }) => known.has(`${customerId(customer)} ${id}`) || (firm === customer && !row.deleted_at),
      )
      .map(({ id, email, firm, title, phone, row }) => ({
        id: demoId('profile', `${customer}/${email}`),
        customer_id: customerId(customer),
        user_id: id,
        first_name: row.given_name ?? null,
        last_name: row.family_name ?? null,
        title,
        phone,
        type: null,
        user_organization_id: organizationId(customer, firm),
        created_at: row.created_at ?? ago(0),
        created_by: personId('staff@lintel.example'),
        updated_at: row.updated_at ?? ago(0),
        updated_by: personId('staff@lintel.example'),
      })),
  )
}
