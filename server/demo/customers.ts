import { domainRecordPrefix, lostAfterDays } from '@lintel/contract/customers/domains'
import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'

/** A tenant of the demo world; people are referred to by email. */
export interface DemoCustomer {
  name: string
  administrators: readonly string[]
  apiUsers?: readonly string[]
  /** Login methods its people are limited to; any when omitted. */
  providers?: readonly string[]
  /** Its verified email domains. */
  domains?: readonly string[]
  /** A domain that an administrator has added but not verified yet. */
  pendingDomain?: string
  /** A domain whose DNS record has been removed. */
  lostDomain?: string
  /** Days until its people must have a second factor to sign in. */
  secondFactorInDays?: number
  /** Email domains that may be invited; any when omitted. */
  inviteDomains?: readonly string[]
  timeZone: string
  isTrial?: boolean
  sfAccount?: string
  /** Days since it became a customer. */
  age: number
}

const staff = 'staff@lintel.example'

/** The service account by which Nordbygg's directory provisions its people and groups. */
export const provisioning = 'provisioning@nordbygg.example'

export const customers = {
  nordbygg: {
    name: 'Nordbygg AS',
    administrators: ['anna@nordbygg.example', 'astrid@nordbygg.example'],
    apiUsers: ['reports@nordbygg.example', provisioning],
    domains: ['nordbygg.example'],
    pendingDomain: 'nordbygg-drift.example',
    lostDomain: 'nordbygg-anlegg.example',
    timeZone: 'Europe/Oslo',
    sfAccount: '0015800000NORDB',
    age: 2_300,
  },
  eiendom: {
    name: 'Nordbygg Eiendom AS',
    administrators: ['anna@nordbygg.example'],
    timeZone: 'Europe/Oslo',
    sfAccount: '0015800000NEIEN',
    age: 900,
  },
  stalbygg: {
    name: 'Stålbygg Øst AS',
    administrators: ['helga@stalbygg.example'],
    providers: ['stalbyggost', 'COGNITO_MFA'],
    domains: ['stalbygg.example'],
    timeZone: 'Europe/Oslo',
    sfAccount: '0015800000STALB',
    age: 1_400,
  },
  vvsteknik: {
    name: 'VVS-Teknik AB',
    administrators: ['asa@vvsteknik.example'],
    timeZone: 'Europe/Stockholm',
    age: 1_100,
  },
  fassade: {
    name: 'Fassade Nord GmbH',
    administrators: ['j.gross@fassade.example'],
    timeZone: 'Europe/Berlin',
    // The policy takes effect later than its first notice is due.
    secondFactorInDays: 30,
    inviteDomains: ['fassade.example', 'nordbygg.example', 'partner.example'],
    age: 640,
  },
  // Isolated from the others: whatever they can see of it is a leak.
  fjellbane: {
    name: 'Fjellbane Infra AS',
    administrators: ['gro@fjellbane.example'],
    apiUsers: ['reports@fjellbane.example'],
    timeZone: 'Europe/Oslo',
    sfAccount: '0015800000FJELL',
    age: 1_900,
  },
  skovgaard: {
    name: 'Skovgaard Tegnestue',
    administrators: ['freja@skovgaard.example'],
    timeZone: 'Europe/Copenhagen',
    isTrial: true,
    age: 6,
  },
  // A new customer without administrators and projects.
  bodohavn: { name: 'Bodø Havnelag SA', administrators: [], timeZone: 'Europe/Oslo', age: 5 },
  // The platform's own tenant, which owns the public template.
  lintel: { name: 'Lintel', administrators: [staff], timeZone: 'UTC', age: 2_500 },
} as const satisfies Record<string, DemoCustomer>

export type CustomerKey = keyof typeof customers

export const customerKeys = Object.keys(customers) as CustomerKey[]
export const customerId = (key: CustomerKey): string => demoId('customer', key)

export const customerRows = ({ ago, ahead }: Moments): Insertable<DB['customer']>[] =>
  customerKeys.map((key) => {
    const customer: DemoCustomer = customers[key]
    return {
      id: customerId(key),
      name: customer.name,
      base_url: null,
      sf_account: customer.sfAccount ?? null,
      sf_account_name: customer.sfAccount ? customer.name : null,
      kam_id: customer.isTrial ? null : personId('kim@lintel.example'),
      providers: [...(customer.providers ?? [])],
      second_factor_from: customer.secondFactorInDays ? ahead(customer.secondFactorInDays) : null,
      invite_domains: [...(customer.inviteDomains ?? [])],
      time_zone: customer.timeZone,
      is_trial: customer.isTrial ?? false,
      created_at: ago(customer.age),
      created_by: personId(staff),
      updated_at: ago(Math.min(customer.age, 40)),
      updated_by: personId(staff),
    }
  })

export const administratorRows = ({ ago }: Moments): Insertable<DB['customer_admin']>[] =>
  roleRows(ago, ({ administrators }) => administrators)

export const apiUserRows = ({ ago }: Moments): Insertable<DB['customer_api_user']>[] =>
  roleRows(ago, ({ apiUsers }) => apiUsers ?? [])

export const domainRows = ({ ago }: Moments): Insertable<DB['customer_domain']>[] =>
  customerKeys.flatMap((key) => {
    const { domains = [], pendingDomain, lostDomain, administrators, age }: DemoCustomer = customers[key]
    const row = (domain: string, since: number, by: string, state: 'verified' | 'pending' | 'lost' = 'verified') => ({
      id: demoId('domain', domain),
      customer_id: customerId(key),
      domain,
      state,
      // Domains added by staff need no DNS record.
      txt_record: by === staff ? null : `${domainRecordPrefix}${demoId('record', domain).replaceAll('-', '')}`,
      missed_days: state === 'lost' ? lostAfterDays : 0,
      checked_at: state === 'lost' ? ago(3) : null,
      created_at: ago(since),
      created_by: personId(by),
      updated_at: ago(since),
    })
    const [administrator = staff] = administrators
    return [
      ...domains.map((domain) => row(domain, Math.min(age, 420), staff)),
      ...(pendingDomain === undefined ? [] : [row(pendingDomain, 2, administrator, 'pending')]),
      ...(lostDomain === undefined ? [] : [row(lostDomain, 200, administrator, 'lost')]),
    ]
  })

const roleRows = (ago: Moments['ago'], holders: (customer: DemoCustomer) => readonly string[]) =>
  customerKeys.flatMap((key) =>
    holders(customers[key]).map((email) => ({
      customer_id: customerId(key),
      user_id: personId(email),
      created_at: ago(customers[key].age),
      created_by: personId(staff),
    })),
  )

/** Service accounts: API users that cannot sign in. */
export const serviceAccountRows = ({ ago }: Moments): Insertable<DB['app_user']>[] => [
  {
    id: personId(provisioning),
    email: provisioning,
    service_account: true,
    home_customer_id: customerId('nordbygg'),
    created_at: ago(90),
    updated_at: ago(90),
  },
]
