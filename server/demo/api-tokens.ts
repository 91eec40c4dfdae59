import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import type { DB } from '../src/platform/database.types'
import { customerId, provisioning } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'

const reports = 'reports@nordbygg.example'

export const apiTokenId = demoId('api-token', 'Site gateway')

/** API tokens of Nordbygg: one used yesterday, an expired one, and its directory's; nobody has their secrets. */
export const apiTokenRows = ({ ago, lastSecond }: Moments): Insertable<DB['api_token']>[] => [
  {
    id: apiTokenId,
    customer_id: customerId('nordbygg'),
    user_id: personId(reports),
    name: 'Site gateway',
    scopes: ['read', 'members:write'],
    secret_hash: hashSecret('no API token: Site gateway'),
    created_at: ago(60),
    created_by: personId('anna@nordbygg.example'),
    last_used_at: ago(1),
    last_used_ip: '198.51.100.24',
    expires_at: lastSecond(120),
  },
  {
    id: demoId('api-token', 'Payroll trial'),
    customer_id: customerId('nordbygg'),
    user_id: personId(reports),
    name: 'Payroll trial',
    scopes: ['read'],
    secret_hash: hashSecret('no API token: Payroll trial'),
    created_at: ago(100),
    created_by: personId('astrid@nordbygg.example'),
    last_used_at: ago(12),
    last_used_ip: '203.0.113.80',
    expires_at: ago(10),
  },
  {
    id: demoId('api-token', 'Entra ID'),
    customer_id: customerId('nordbygg'),
    user_id: personId(provisioning),
    name: 'Entra ID',
    scopes: ['scim'],
    secret_hash: hashSecret('no API token: Entra ID'),
    created_at: ago(80),
    created_by: personId('anna@nordbygg.example'),
    last_used_at: ago(0, 1),
    last_used_ip: '192.0.2.40',
    expires_at: lastSecond(200),
  },
]
