import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'

const name = 'Site office, harbour'
const age = 12

export const displayTokenId = demoId('display-token', name)

/** Nordbygg's dashboard on a wall display in a site office; nobody has the secret of this token. */
export const displayTokenRows = ({ ago, lastSecond }: Moments): Insertable<DB['display_token']>[] => [
  {
    id: displayTokenId,
    customer_id: customerId('nordbygg'),
    user_id: personId('astrid@nordbygg.example'),
    name,
    secret_hash: hashSecret(`no display token: ${name}`),
    login_method: 'COGNITO',
    created_at: ago(age),
    last_used_at: ago(0, 1),
    expires_at: lastSecond(90 - age),
  },
]
