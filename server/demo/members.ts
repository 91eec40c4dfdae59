import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { type FirmKey, firms, subcontractors } from './firms'
import type { Moments } from './moments'
import { namedMemberships } from './named-memberships'
import type { DemoPerson } from './people'
import { personId } from './person-id'
import { type DemoProject, projects } from './projects'
import type { Random } from './random'

type MemberRow = Insertable<DB['project_member']>

/** Access end (in days) and login methods of some members. */
const memberTerms: Record<string, { days?: number; providers?: string[] }> = {
  'NB-2103 liam@survey.example': { days: 14 },
  'NB-2041 runar@stalbygg.example': { days: 3, providers: ['stalbyggost'] },
  'NB-1956 sato@kozo.example': { days: -10 },
  'NB-2110 piotr@stalbud.example': { providers: ['COGNITO_MFA'] },
}

/** Days since these projects were last opened; random for the others. */
const lastOpened: Record<string, number> = {
  'NB-2041': 0,
  'NB-2042': 1,
  'NB-1987': 6,
  'NB-2103': 10,
  'NB-2110': 15,
  'NB-1844': 21,
  'NB-1956': 34,
  'NB-2077': 52,
}

/** The members of all projects: the owners, the named people, and a random team of generated people for each. */
export function memberRows(people: readonly DemoPerson[], random: Random, moments: Moments): MemberRow[] {
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const guests = people.filter(({ isNamed, guest }) => guest && !isNamed)
  return projects.flatMap((project) => {
    const named = namedMemberships
      .filter(({ project: number, email }) => number === project.number && email !== project.owner)
      .map(({ email, level }) => ({ person: byEmail.get(email), level }))
    const crowd = teamOf(project, people, random).map((person, at) => ({ person, level: levelAt(at, random) }))
    // A guest has access to one project only (security G6), and only to projects of Nordbygg.
    const guest = project.customer === 'nordbygg' && isOpen(project) && random.chance(0.3) ? guests.pop() : undefined
    return [{ person: byEmail.get(project.owner), level: 30 }, ...named, ...crowd, { person: guest, level: 5 }].flatMap(
      ({ person, level }) => (person ? [memberRow(project, person, level, random, moments)] : []),
    )
  })
}

const isOpen = ({ isLibrary, isTemplate, deleted, hibernated }: DemoProject) =>
  !isLibrary && !isTemplate && deleted === undefined && hibernated === undefined

/** The first two of a team are project admins, a few administer workflows. */
const levelAt = (at: number, random: Random) => (at < 2 ? 20 : random.chance(0.08) ? 15 : 10)

function teamOf(project: DemoProject, people: readonly DemoPerson[], random: Random): DemoPerson[] {
  const from = (firm: FirmKey) => people.filter((person) => person.firm === firm && !person.isNamed)
  if (project.customer === 'lintel' || project.customer === 'bodohavn') return []
  if (project.customer !== 'nordbygg') return random.some(from(project.customer), 4 + random.whole(12))
  const own = random.some(from('nordbygg'), isOpen(project) ? 12 + random.whole(25) : 6 + random.whole(6))
  if (!isOpen(project)) return own
  const visiting = random.some(subcontractors, 3 + random.whole(3))
  return [
    ...own,
    ...visiting.flatMap((firm) => random.some(from(firm), 2 + random.whole(Math.min(8, firms[firm].size)))),
  ]
}

/** A membership with plausible dates in the past. */
export function memberRow(
  project: DemoProject,
  person: DemoPerson,
  level: number,
  random: Random,
  { ago, lastSecond }: Moments,
): MemberRow {
  const { days, providers = [] } = memberTerms[`${project.number} ${person.email}`] ?? {}
  const joined = random.whole(project.age + 1)
  const opened = lastOpened[project.number] ?? random.whole(Math.min(project.age, 120) + 1)
  const ownedByThemselves = level === 30
  const neverOpened = person.row.last_login_at === null || random.chance(0.05)
  const lastOpenedAt = neverOpened ? null : ago(Math.max(opened, project.hibernated ?? 0), 1 + random.whole(3))
  return {
    project_id: project.id,
    user_id: person.id,
    customer_id: customerId(project.customer),
    privilege_level: level,
    expiration_date: level === 5 ? (person.row.expiration_date ?? null) : null,
    access_until: days === undefined ? null : lastSecond(days),
    providers,
    invited_at: ownedByThemselves ? null : ago(joined),
    invited_by: ownedByThemselves ? null : personId(project.owner),
    last_login_at: lastOpenedAt,
    last_opened_at: lastOpenedAt,
    created_at: ago(ownedByThemselves ? project.age : joined),
    created_by: personId(project.owner),
    updated_at: ago(joined),
  }
}
