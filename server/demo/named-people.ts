import type { DemoPerson } from '@lintel/contract/settings/demo-people'
import type { FirmKey } from './firms'

/** A person of the demo world with a name and a role in it. Omitted fields have the common value. */
export interface NamedPerson {
  email: string
  givenName: string
  familyName: string
  firm: FirmKey | null
  title?: string
  role?: 'rendra_staff'
  language?: string
  theme?: 'dark'
  /** The language of their browser; they have not chosen one themselves. */
  browserLocale?: string
  /** A guest: days until their access ends, counted from today; negative when it has ended. */
  guestDays?: number
  mustUpdatePassword?: true
  /** Their password is correct but must be reset before it is accepted. */
  passwordResetNeeded?: true
  mustUpdateProfile?: true
  /** Signs in through this provider only. */
  federatedBy?: string
  inactive?: true
  deleted?: true
  /** An API user: the account of an export. */
  program?: true
  neverSignedIn?: true
}

const person = (
  email: string,
  givenName: string,
  familyName: string,
  firm: FirmKey | null,
  more: Omit<NamedPerson, 'email' | 'givenName' | 'familyName' | 'firm'> = {},
): NamedPerson => ({ email, givenName, familyName, firm, ...more })

/** The demo people listed on the sign-in page (contract chapter 5), by their role. All share one password. */
export const publishedPeople = {
  staff: 'staff@lintel.example',
  administrator: 'anna@nordbygg.example',
  owner: 'ola@nordbygg.example',
  user: 'mei@nordbygg.example',
  guest: 'guest@partner.example',
} as const satisfies Record<DemoPerson['part'], string>

/** The named people. Tests refer to them by the part of the email before the @. */
export const namedPeople: readonly NamedPerson[] = [
  person('staff@lintel.example', 'Stine', 'Falk', null, {
    role: 'rendra_staff',
    title: 'Customer success',
    browserLocale: 'en',
  }),
  person('kim@lintel.example', 'Kim', 'Aurdal', null, {
    role: 'rendra_staff',
    title: 'Key account manager',
    language: 'nb',
  }),

  person('anna@nordbygg.example', 'Anna', 'Nordli', 'nordbygg', {
    title: 'Head of digital construction',
    browserLocale: 'nb',
  }),
  person('astrid@nordbygg.example', 'Astrid', 'Hauge', 'nordbygg', { title: 'BIM manager', language: 'nb' }),
  person('ola@nordbygg.example', 'Ola', 'Berge', 'nordbygg', { title: 'Project manager', browserLocale: 'nb' }),
  person('mei@nordbygg.example', 'Mei', 'Zhang', 'nordbygg', { title: 'BIM coordinator', browserLocale: 'zh' }),
  person('ingrid@nordbygg.example', 'Ingrid', 'Solheim', 'nordbygg', {
    title: 'Site manager',
    language: 'nb',
    theme: 'dark',
  }),
  person('kari@nordbygg.example', 'Kari', 'Moen', 'nordbygg', { title: 'Site manager', language: 'nb' }),
  person('jonas@nordbygg.example', 'Jonas', 'Ruud', 'nordbygg', { title: 'Cost engineer', browserLocale: 'nb' }),
  person('lena@nordbygg.example', 'Lena', 'Torp', 'nordbygg', { title: 'Trainee' }),
  person('nina@nordbygg.example', 'Nina', 'Foss', 'nordbygg', { mustUpdatePassword: true, neverSignedIn: true }),
  person('odd@nordbygg.example', 'Odd', 'Lie', 'nordbygg', { passwordResetNeeded: true }),
  person('per@nordbygg.example', 'Per', 'Vold', 'nordbygg', { inactive: true, title: 'Foreman (retired)' }),
  person('greta@nordbygg.example', 'Greta', 'Nilsen', 'nordbygg', { deleted: true }),
  person('reports@nordbygg.example', 'Nordbygg', 'reporting', 'nordbygg', { program: true, title: 'Nightly export' }),

  person('eivind@eiendom.example', 'Eivind', 'Krogh', 'eiendom', { title: 'Property manager' }),
  person('helga@stalbygg.example', 'Helga', 'Rød', 'stalbygg', { title: 'Managing director' }),
  person('runar@stalbygg.example', 'Runar', 'Stø', 'stalbygg', {
    federatedBy: 'stalbyggost',
    title: 'Welding inspector',
  }),
  person('asa@vvsteknik.example', 'Åsa', 'Lindqvist', 'vvsteknik', { title: 'Commissioning lead', language: 'sv' }),
  person('sven@vvsteknik.example', 'Sven', 'Eriksson', 'vvsteknik', { title: 'Pipe fitter', language: 'sv' }),
  person('j.gross@fassade.example', 'Jürgen', 'Groß', 'fassade', { title: 'Façade planner', language: 'de' }),
  person('gro@fjellbane.example', 'Gro', 'Tveit', 'fjellbane', { title: 'Tunnel engineer' }),
  person('reports@fjellbane.example', 'Fjellbane', 'reporting', 'fjellbane', { program: true }),
  person('freja@skovgaard.example', 'Freja', 'Skovgaard', 'skovgaard', { title: 'Architect' }),

  person('piotr@stalbud.example', 'Piotr', 'Wiśniewski', 'stalbud', { title: 'Formwork foreman', language: 'pl' }),
  person('claire@atelierdb.example', 'Claire', 'Dubois', 'atelierdb', { title: 'Architect', language: 'fr' }),
  person('sato@kozo.example', 'Sato', 'Ken', 'kozo', { title: 'Structural engineer', language: 'ja' }),
  person('hiro@kozo.example', 'Hiro', 'Tanabe', 'kozo', { mustUpdateProfile: true }),
  person('liam@survey.example', 'Liam', 'O’Connor', 'survey', { title: 'Surveyor', language: 'en' }),
  person('noor@elektro.example', 'Noor', 'Haddad', 'elektro', { title: 'Automation engineer' }),

  person('guest@partner.example', 'Ravi', 'Menon', 'partner', { guestDays: 24, title: 'Reviewer' }),
  person('tomas@gruas.example', 'Tomás', 'Herrera', 'gruas', { guestDays: 1, title: 'Crane operator', language: 'es' }),
  person('yara@partner.example', 'Yara', 'Costa', 'partner', { guestDays: -2, title: 'Client representative' }),
]
