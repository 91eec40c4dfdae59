import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { demoId } from './demo-id'
import { memberRow } from './members'
import type { Moments } from './moments'
import type { NamedPerson } from './named-people'
import { type DemoPerson, personOf } from './people'
import { personId } from './person-id'
import { type DemoProject, projects } from './projects'
import { randomOf } from './random'

/**
 * The secret of an open invitation's link, `/login?email=silje@nordbygg.example&tmppass=…`, as public as the demo
 * password.
 */
export const demoTemporaryPassword = 'demo-open-invitation-of-silje-until-she-comes'

/** The secret of a guest link, `/guest?id=…`, equally public. */
export const demoGuestLink = 'demo-guest-link-of-vera-to-Fornebu-Station-01'

/** An invitation of the demo world and its state. */
interface DemoInvitation {
  member: NamedPerson
  phone: string
  project: string
  level: number
  state: 'pending' | 'accepted' | 'bounced'
  way: 'password' | 'guest'
  /** Days since the mail was sent, and days until the link expires (negative: since it expired). */
  sentDays: number
  endsInDays: number
}

const demoInvitations: readonly DemoInvitation[] = [
  {
    member: person('silje@nordbygg.example', 'Silje', 'Aas', 'nordbygg', { title: 'Planner', language: 'nb' }),
    phone: '+47 90000001',
    project: 'NB-2041',
    level: 10,
    state: 'pending',
    way: 'password',
    sentDays: 1,
    endsInDays: 6,
  },
  {
    member: person('marek@stalbud.example', 'Marek', 'Nowak', 'stalbud', { title: 'Rebar foreman', language: 'pl' }),
    phone: '+48 600000002',
    project: 'NB-2110',
    level: 10,
    state: 'pending',
    way: 'password',
    sentDays: 12,
    endsInDays: -5,
  },
  {
    member: person('ida.holm@vvstekink.example', 'Ida', 'Holm', 'vvsteknik', { title: 'Ventilation planner' }),
    phone: '+46 70 0000003',
    project: 'NB-2110',
    level: 15,
    state: 'bounced',
    way: 'password',
    sentDays: 2,
    endsInDays: 5,
  },
  {
    member: person('vera@partner.example', 'Vera', 'Lindt', 'partner', {
      title: 'Fire safety reviewer',
      guestDays: 40,
    }),
    phone: '+49 151 0000004',
    project: 'NB-2110',
    level: 5,
    state: 'accepted',
    way: 'guest',
    sentDays: 9,
    endsInDays: 40,
  },
]

function person(
  email: string,
  givenName: string,
  familyName: string,
  firm: NamedPerson['firm'],
  more: Partial<NamedPerson>,
): NamedPerson {
  return { email, givenName, familyName, firm, neverSignedIn: true, ...more }
}

/**
 * The invited people, none of whom has a password. They use a separate random seed, so that all other people stay the
 * same.
 */
export function invitedPeople(moments: Moments): DemoPerson[] {
  const random = randomOf(2_042)
  return demoInvitations.map(({ member, phone, way }) => {
    const made = personOf(member, phone, random, moments, true)
    const mustSet = way === 'password'
    return { ...made, row: { ...made.row, must_update_password: mustSet, must_update_profile: mustSet } }
  })
}

/** The memberships of the invited people. */
export function invitedMemberRows(people: readonly DemoPerson[], moments: Moments): Insertable<DB['project_member']>[] {
  const random = randomOf(2_043)
  return demoInvitations.map(({ member, project, level, sentDays }) => {
    const who = people.find(({ email }) => email === member.email)
    if (!who) throw new Error(`${member.email} was not made`)
    const sentAt = moments.ago(sentDays)
    const row = memberRow(projectOf(project), who, level, random, moments)
    return { ...row, invited_at: sentAt, created_at: sentAt, updated_at: sentAt }
  })
}

/** The id of an invitation, for tests and screenshots. */
export const invitationId = (email: string): string => demoId('invitation', email)

export const invitationRows = (moments: Moments): Insertable<DB['invitation']>[] =>
  demoInvitations.map(({ member, project, level, state, way, sentDays, endsInDays }) => ({
    id: invitationId(member.email),
    customer_id: customerId(projectOf(project).customer),
    project_id: projectOf(project).id,
    user_id: personId(member.email),
    email: member.email,
    privilege_level: level,
    way,
    state,
    link_hash: way === 'guest' ? (bytea(hashSecret(demoGuestLink)) as never) : null,
    sent_at: moments.ago(sentDays),
    expires_at: way === 'guest' ? moments.lastSecond(endsInDays) : moments.ahead(endsInDays),
    invited_by: personId(projectOf(project).owner),
    created_at: moments.ago(sentDays),
    version: 1,
  }))

/** One-time passwords; only that of the open invitation is known. */
export const temporaryPasswordRows = (moments: Moments): Insertable<DB['temporary_password']>[] =>
  demoInvitations
    .filter(({ way, endsInDays }) => way === 'password' && endsInDays > 0)
    .map(({ member, state, sentDays, endsInDays }) => ({
      user_id: personId(member.email),
      secret_hash: bytea(
        hashSecret(state === 'pending' ? demoTemporaryPassword : demoId('temporary', member.email)),
      ) as never,
      created_at: moments.ago(sentDays),
      expires_at: moments.ahead(endsInDays),
      invitation_id: invitationId(member.email),
    }))

function projectOf(number: string): DemoProject {
  const found = projects.find((project) => project.number === number)
  if (!found) throw new Error(`There is no project ${number}`)
  return found
}

/** Bytes in PostgreSQL's text format. */
const bytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
