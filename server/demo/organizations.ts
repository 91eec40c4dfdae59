import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { type CustomerKey, customerId, customerKeys, customers } from './customers'
import { demoId } from './demo-id'
import { type FirmKey, firms, subcontractors } from './firms'
import type { Moments } from './moments'

type OrganizationRow = Insertable<DB['user_organization']>

/** The firms that each customer has as organizations. */
const organizationFirms: Record<CustomerKey, readonly FirmKey[]> = {
  nordbygg: ['nordbygg', 'eiendom', ...subcontractors, 'partner'],
  eiendom: ['eiendom', 'nordbygg', 'elektro', 'vvsteknik'],
  stalbygg: ['stalbygg', 'stalbud', 'gruas'],
  vvsteknik: ['vvsteknik'],
  fassade: ['fassade', 'stalbud'],
  fjellbane: ['fjellbane'],
  skovgaard: ['skovgaard'],
  bodohavn: [],
  lintel: [],
}

/** Industries of the firms, where recorded. */
const industries: Partial<Record<FirmKey, string>> = {
  nordbygg: 'General contracting',
  eiendom: 'Property management',
  stalbygg: 'Steel construction',
  vvsteknik: 'Plumbing and ventilation',
  fassade: 'Façade construction',
  fjellbane: 'Tunnels and railways',
  skovgaard: 'Architecture',
  stalbud: 'Concrete works',
  atelierdb: 'Architecture',
  kozo: 'Structural engineering',
  gruas: 'Crane hire',
  elektro: 'Electrical installation',
}

/** Further organizations of Nordbygg with incomplete data. */
const otherNordbyggOrganizations: readonly Pick<OrganizationRow, 'name' | 'number' | 'country' | 'industry'>[] = [
  { name: 'Site visitors', number: null, country: null },
  { name: 'Oslo Harbour Authority', number: null, country: 'NO', industry: 'Port operation' },
  { name: 'Betongpumpe Øst', number: '998120334', country: null, industry: 'Concrete pumping' },
  { name: 'Møller & Sønner Graving', number: '984112907', country: 'NO', industry: 'Earthworks' },
  // Duplicates of organizations above, to be merged.
  { name: 'Betongpumpe Ost AS', number: null, country: 'NO' },
  { name: 'Moller og Sonner Graving AS', number: null, country: null },
  { name: 'Oslo Havn', number: '987592567', country: 'NO' },
]

/** The id of a firm's organization at a customer; null when the customer does not have it. */
export const organizationId = (customer: CustomerKey, firm: FirmKey | null): string | null =>
  firm && organizationFirms[customer].includes(firm) ? demoId('organization', `${customer}/${firms[firm].name}`) : null

export const organizationRows = ({ ago }: Moments): OrganizationRow[] =>
  customerKeys.flatMap((customer) =>
    [
      ...organizationFirms[customer].map((key) => ({ ...firms[key], industry: industries[key] ?? null })),
      ...(customer === 'nordbygg' ? otherNordbyggOrganizations : []),
    ].map(({ name, number = null, country = null, industry = null }, position) => ({
      id: demoId('organization', `${customer}/${name}`),
      customer_id: customerId(customer),
      name,
      number,
      country,
      industry,
      external_id: number ? `ERP-${10_400 + position * 7}` : null,
      created_at: ago(customers[customer].age),
      updated_at: ago(Math.min(customers[customer].age, 20 + position)),
    })),
  )
