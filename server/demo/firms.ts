import type { CustomerKey } from './customers'
import type { Nationality } from './names'

/** A firm of the demo world. `size` counts its generated people, in addition to those in `named-people.ts`. */
export interface Firm {
  name: string
  domain: string
  /** Business register number; null when unknown. */
  number: string | null
  country: string | null
  /** The home customer of its people; null for subcontractors without one. */
  home: CustomerKey | null
  nationality: Nationality
  size: number
  titles: readonly string[]
}

const builders = ['Project manager', 'Site manager', 'BIM coordinator', 'Foreman', 'Cost engineer', 'Safety officer']
const engineers = ['Structural engineer', 'Designer', 'BIM technician', 'Project engineer']

export const firms = {
  nordbygg: firm('Nordbygg AS', 'nordbygg.example', '914782007', 'NO', 'nordbygg', 'NO', 150, builders),
  eiendom: firm('Nordbygg Eiendom AS', 'eiendom.example', '918340551', 'NO', 'eiendom', 'NO', 10, [
    'Property manager',
    'Leasing manager',
  ]),
  stalbygg: firm('Stålbygg Øst AS', 'stalbygg.example', '927115043', 'NO', 'stalbygg', 'NO', 32, [
    'Steel erector',
    'Welding inspector',
    ...engineers,
  ]),
  vvsteknik: firm('VVS-Teknik AB', 'vvsteknik.example', '556677-8899', 'SE', 'vvsteknik', 'SE', 28, [
    'Pipe fitter',
    'Ventilation engineer',
    'Commissioning lead',
  ]),
  fassade: firm('Fassade Nord GmbH', 'fassade.example', 'HRB 140213', 'DE', 'fassade', 'DE', 22, [
    'Façade planner',
    'Glazier',
    'Montage lead',
  ]),
  fjellbane: firm('Fjellbane Infra AS', 'fjellbane.example', '931660472', 'NO', 'fjellbane', 'NO', 22, [
    'Tunnel engineer',
    'Surveyor',
    ...builders,
  ]),
  skovgaard: firm('Skovgaard Tegnestue', 'skovgaard.example', '38 11 42 07', 'DK', 'skovgaard', 'NO', 2, ['Architect']),
  stalbud: firm('Stalbud sp. z o.o.', 'stalbud.example', '5252248481', 'PL', null, 'PL', 20, [
    'Concrete worker',
    'Formwork foreman',
    ...engineers,
  ]),
  atelierdb: firm('Atelier DB', 'atelierdb.example', null, 'FR', null, 'FR', 9, ['Architect', 'Landscape architect']),
  kozo: firm('Kozo Design', 'kozo.example', '0104-01-056795', 'JP', null, 'JP', 8, engineers),
  gruas: firm('Grúas del Norte', 'gruas.example', 'B-95014321', null, null, 'ES', 7, [
    'Crane operator',
    'Lifting supervisor',
  ]),
  survey: firm('Survey & Co', 'survey.example', null, null, null, 'IE', 6, ['Surveyor', 'Scan technician']),
  elektro: firm('Elektro Haddad', 'elektro.example', '922004518', 'NO', null, 'LB', 12, [
    'Electrician',
    'Automation engineer',
  ]),
  partner: firm('Partner Engineering', 'partner.example', 'U74210MH2009', 'IN', null, 'IN', 12, [
    'Reviewer',
    'Client representative',
  ]),
} as const satisfies Record<string, Firm>

export type FirmKey = keyof typeof firms

/** Firms other than Nordbygg whose people work on its sites. */
export const subcontractors = [
  'stalbygg',
  'vvsteknik',
  'fassade',
  'stalbud',
  'atelierdb',
  'kozo',
  'gruas',
  'survey',
  'elektro',
] as const satisfies readonly FirmKey[]

function firm(
  name: string,
  domain: string,
  number: string | null,
  country: string | null,
  home: CustomerKey | null,
  nationality: Nationality,
  size: number,
  titles: readonly string[],
): Firm {
  return { name, domain, number, country, home, nationality, size, titles }
}
