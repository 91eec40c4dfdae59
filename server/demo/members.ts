import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { type FirmKey, firms, subcontractors } from './firms'
import { namedMemberships } from './named-memberships'
import type { Moments } from './moments'
import type { DemoPerson } from './people'
import { personId } from './person-id'
import { type DemoProject, projects } from './projects'
import type { Random } from './random'

type MemberRow = Insertable<DB['project_member']>

/** Days until the access of some members ends, and the login methods that others are held to. */
const memberTerms: Record<string, { days?: number; providers?: string[] }> = {
  'NB-2103 liam@survey.example': { days: 14 },
  'NB-2041 runar@stalbygg.example': { days: 3, providers: ['stalbyggost'] },
  'NB-1956 sato@kozo.example': { days: -10 },
  'NB-2110 piotr@stalbud.example': { providers: ['COGNITO_MFA'] },
}

/** Days since the people of the demo opened these projects; the others are chance. */
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

/** Who is in which project: the owners, the cast as it is told, and a team of the crowd for each. */
export function memberRows(people: readonly DemoPerson[], random: Random, moments: Moments): MemberRow[] {
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const guests = people.filter(({ isNamed, guest }) => guest && !isNamed)
  return projects.flatMap((project) => {
    const named = namedMemberships
      .filter(({ project: number, email }) => number === project.number && email !== project.owner)
      .map(({ email, level }) => ({ person: byEmail.get(email), level }))
    const crowd = teamOf(project, people, random).map((person, at) => ({ person, level: levelAt(at, random) }))
    // A guest reaches one project only (security G6), and only what is built by Nordbygg.
    const guest = project.customer === 'nordbygg' && isOpen(project) && random.chance(0.3) ? guests.pop() : undefined
    return [{ person: byEmail.get(project.owner), level: 30 }, ...named, ...crowd, { person: guest, level: 5 }].flatMap(
      ({ person, level }) => (person ? [memberRow(project, person, level, random, moments)] : []),
    )
  })
}

const isOpen = ({ isLibrary, isTemplate, deleted, hibernated }: DemoProject) =>
  !isLibrary && !isTemplate && deleted === undefined && hibernated === undefined

/** The first of a team manage it, a few keep its workflows. */
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

/** A membership as if it had been there for a while. */
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
  const seen = neverOpened ? null : ago(Math.max(opened, project.hibernated ?? 0), 1 + random.whole(3))
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
    last_login_at: seen,
    last_opened_at: seen,
    created_at: ago(ownedByThemselves ? project.age : joined),
    created_by: personId(project.owner),
    updated_at: ago(joined),
  }
}
