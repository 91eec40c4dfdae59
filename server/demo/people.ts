import { closedAccountDomain } from '@lintel/contract/people/closed-accounts'
import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { type Firm, type FirmKey, firms } from './firms'
import type { Moments } from './moments'
import { type NamedPerson, namedPeople } from './named-people'
import { mailbox, names } from './names'
import { personId } from './person-id'
import type { Random } from './random'

type UserRow = Insertable<DB['app_user']>

/** A person of the demo world: the stored row, and the data that teams are formed by. */
export interface DemoPerson {
  id: string
  email: string
  firm: FirmKey | null
  title: string | null
  phone: string | null
  /** Whether they are one of the named people, with explicit memberships; others are put into random teams. */
  isNamed: boolean
  guest: boolean
  row: UserRow
}

const dialPrefixes: Record<string, string> = {
  NO: '+47 9',
  SE: '+46 70 ',
  DE: '+49 151 ',
  PL: '+48 6',
  FR: '+33 6 ',
  JP: '+81 90 ',
  IN: '+91 98',
  DK: '+45 2',
}

/** All people: the named ones, and the generated ones of each firm. */
export function peopleOf(random: Random, moments: Moments): DemoPerson[] {
  const phoneOf = (firm: Firm | undefined) =>
    `${dialPrefixes[firm?.country ?? ''] ?? '+34 6'}${String(random.whole(10_000_000)).padStart(7, '0')}`
  const known = namedPeople.map((member) =>
    personOf(
      member,
      member.program ? null : phoneOf(member.firm ? firms[member.firm] : undefined),
      random,
      moments,
      true,
    ),
  )
  const usedEmails = new Set(namedPeople.map(({ email }) => email))
  const generated = (Object.keys(firms) as FirmKey[]).flatMap((key) => {
    const firm: Firm = firms[key]
    return Array.from({ length: firm.size }, () =>
      personOf(
        {
          ...generatePerson(key, firm, usedEmails, random),
          ...(key === 'partner' && { guestDays: 5 + random.whole(90) }),
        },
        phoneOf(firm),
        random,
        moments,
        false,
      ),
    )
  })
  return [...known, ...generated]
}

/** Generates a person of a firm with an unused email address. */
function generatePerson(key: FirmKey, firm: Firm, usedEmails: Set<string>, random: Random): NamedPerson {
  const { given, family } = names[firm.nationality]
  for (;;) {
    const givenName = random.pick(given.split(' '))
    const familyName = random.pick(family.split(' '))
    const email = `${mailbox(`${givenName} ${familyName}`)}@${firm.domain}`
    if (usedEmails.has(email)) continue
    usedEmails.add(email)
    return {
      email,
      givenName,
      familyName,
      firm: key,
      title: random.pick(firm.titles),
      ...(random.chance(0.06) && { neverSignedIn: true }),
    }
  }
}

/** The placeholder that closing an account leaves of its address; the same at each start. */
const closedAddress = (email: string) =>
  `account-${personId(email).replaceAll('-', '').slice(-12)}@${closedAccountDomain}`

/** The user row of a person; everything not specified is random. */
export function personOf(
  member: NamedPerson,
  phone: string | null,
  random: Random,
  moments: Moments,
  isNamed: boolean,
): DemoPerson {
  const { email, givenName, familyName, title = null, guestDays } = member
  const firm: Firm | undefined = member.firm ? firms[member.firm] : undefined
  const { ago, lastSecond } = moments
  const joined = 60 + random.whole(1_400)
  const lastSignInDays = random.chance(0.8) ? random.whole(29) : 31 + random.whole(200)
  const mustSetUp = member.mustUpdatePassword || member.mustUpdateProfile
  const row: UserRow = {
    id: personId(email),
    email: member.deleted ? closedAddress(email) : email,
    email_verified_at: member.neverSignedIn ? null : ago(joined),
    given_name: givenName,
    family_name: familyName,
    organization: member.mustUpdateProfile ? '' : (firm?.name ?? 'Lintel'),
    title,
    phone: member.mustUpdateProfile ? null : phone,
    role: member.role ?? null,
    guest: guestDays !== undefined,
    time_zone: random.chance(0.5) ? 'Europe/Oslo' : null,
    language: member.language ?? null,
    theme: member.theme ?? 'system',
    browser_locale: member.browserLocale ?? null,
    privacy_agreed_at: mustSetUp || member.program ? null : ago(joined),
    privacy_agreed_version: mustSetUp || member.program ? null : '1',
    expiration_date: guestDays === undefined ? null : lastSecond(guestDays),
    allowed_providers: member.federatedBy ? [member.federatedBy] : [],
    home_customer_id: firm?.home ? customerId(firm.home) : null,
    must_update_password: member.mustUpdatePassword ?? false,
    must_update_profile: mustSetUp ?? false,
    externally_identified: member.federatedBy !== undefined,
    is_inactive: member.inactive ?? false,
    deleted_at: member.deleted ? ago(12) : null,
    last_login_at: member.neverSignedIn || member.program ? null : ago(lastSignInDays, random.whole(20)),
    created_at: ago(joined),
    updated_at: ago(Math.min(joined, lastSignInDays)),
  }
  return { id: personId(email), email, firm: member.firm, title, phone, isNamed, guest: guestDays !== undefined, row }
}
