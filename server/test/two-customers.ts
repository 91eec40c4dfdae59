import type { Person } from '@lintel/contract/people/permissions'
import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { person } from './test-app'

type ProjectRow = Partial<Insertable<DB['project']>>
type MemberRow = Partial<Insertable<DB['project_member']>>

/** Builders of the rows that a test about projects needs, and of its actors. */
function builders(db: Database) {
  const people: Record<string, Person> = {}

  async function addCustomer(name: string, more: Partial<Insertable<DB['customer']>> = {}): Promise<string> {
    const id = uuidv7()
    await db
      .insertInto('customer')
      .values({ id, name, ...more })
      .execute()
    return id
  }

  /** Adds a user whose bearer token is their name. */
  async function addPerson(name: string, actor: Partial<Person> = {}): Promise<Person> {
    const added = person(`${name.toLowerCase()}@${uuidv7().slice(-8)}.example`, { id: uuidv7(), ...actor })
    await db
      .insertInto('app_user')
      .values({
        id: added.id,
        email: added.email,
        given_name: name,
        family_name: 'Test',
        role: added.isStaff ? 'rendra_staff' : null,
        home_customer_id: added.homeCustomer,
        email_verified_at: new Date().toISOString(),
        email_verified_by: 'mail',
      })
      .execute()
    const customers = (ids: readonly string[]) => ids.map((customer_id) => ({ customer_id, user_id: added.id }))
    if (added.administers.length > 0) {
      await db.insertInto('customer_admin').values(customers(added.administers)).execute()
    }
    if (added.readsFor.length > 0) await db.insertInto('customer_api_user').values(customers(added.readsFor)).execute()
    people[name] = added
    return added
  }

  async function addProject(name: string, customer: string, owner: Person, more: ProjectRow = {}): Promise<string> {
    const id = uuidv7()
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('project')
        .values({ id, customer_id: customer, name, owner_id: owner.id, ...more })
        .execute()
      await transaction
        .insertInto('project_member')
        .values({ project_id: id, user_id: owner.id, customer_id: customer, privilege_level: 30 })
        .execute()
    })
    return id
  }

  async function addMember(project: string, member: Person, level: number, more: MemberRow = {}): Promise<void> {
    await db
      .insertInto('project_member')
      .columns(['project_id', 'user_id', 'customer_id', 'privilege_level'])
      .expression((from) =>
        from
          .selectFrom('project')
          .select(({ val, cast }) => [
            'project.id',
            cast<string>(val(member.id), 'uuid').as('user_id'),
            'project.customer_id',
            cast<number>(val(level), 'smallint').as('privilege_level'),
          ])
          .where('project.id', '=', project),
      )
      .execute()
    if (Object.keys(more).length > 0) {
      await db
        .updateTable('project_member')
        .set(more)
        .where('project_id', '=', project)
        .where('user_id', '=', member.id)
        .execute()
    }
  }

  return { people, addCustomer, addPerson, addProject, addMember }
}

const hourMs = 3_600_000
const past = (): string => new Date(Date.now() - hourMs).toISOString()
const future = (): string => new Date(Date.now() + hourMs).toISOString()

/**
 * Two unrelated customers, Nord and Sør. In Nord: Kari administers it, Api reads it, Ola owns the projects, Per is
 * project admin of the bridge, Mei is a member of all of them, Gus a guest of the bridge; the access of Eva, Uno and
 * Ged to the bridge has expired; Nora belongs to Nord without a project. In Sør: Lars administers, Liv owns. Tom
 * belongs to no customer; Stig is staff.
 */
export async function twoCustomers(db: Database) {
  const build = builders(db)
  const { people, addCustomer, addPerson, addProject, addMember } = build
  const nord = await addCustomer('Nord')
  const sor = await addCustomer('Sør')
  const platform = await addCustomer('Platform')

  await addPerson('kari', { administers: [nord], homeCustomer: nord })
  await addPerson('api', { readsFor: [nord] })
  const ola = await addPerson('ola', { homeCustomer: nord })
  const per = await addPerson('per', { homeCustomer: nord })
  const mei = await addPerson('mei', { homeCustomer: nord })
  const gus = await addPerson('gus', { method: 'guest' })
  const eva = await addPerson('eva')
  const uno = await addPerson('uno')
  const ged = await addPerson('ged', { method: 'guest' })
  await addPerson('nora', { homeCustomer: nord })
  await addPerson('lars', { administers: [sor], homeCustomer: sor })
  const liv = await addPerson('liv', { homeCustomer: sor })
  await addPerson('tom')
  const stig = await addPerson('stig', { isStaff: true })

  const bridge = await addProject('Bridge', nord, ola, {
    external_id: 'N-1',
    salesforce_account_id: 'SF-1',
    features: ['CHECKLISTS'],
  })
  const hall = await addProject('Hall', nord, ola, { is_hibernated: true, hibernated_at: past() })
  const pier = await addProject('Pier', nord, ola, { is_inactive: true, deleted_at: past() })
  const library = await addProject('Details', nord, ola, { is_library: true })
  const template = await addProject('House kit', nord, ola, {
    is_template: true,
    description: 'What every house begins with',
    features: ['PRO_TOPICS', 'CHECKLISTS'],
    providers: ['COGNITO_MFA'],
  })
  const school = await addProject('School', sor, liv, { features: ['REPORTS'] })
  const foreignTemplate = await addProject('Sør kit', sor, liv, { is_template: true })
  const starter = await addProject('Starter', platform, stig, {
    is_template: true,
    is_default_template: true,
    public_template_order: 1,
    features: ['PRO_DOCUMENTS'],
  })

  await addMember(bridge, per, 20)
  for (const project of [bridge, hall, pier, library]) await addMember(project, mei, 10)
  await addMember(bridge, gus, 5, { expiration_date: future() })
  await addMember(hall, gus, 10)
  await addMember(bridge, eva, 10, { access_until: past() })
  await addMember(bridge, uno, 5, { expiration_date: past() })
  await addMember(bridge, ged, 5, { expiration_date: past() })
  const somebody = (name: string): Person => {
    const found = people[name]
    if (!found) throw new Error(`Nobody is called ${name}`)
    return found
  }

  /** Adds a project of Nord that no other test uses: Ola owns it, Per is its admin, Mei a member. */
  async function addFreshProject(more: ProjectRow = {}): Promise<string> {
    const id = await addProject(`Fresh ${uuidv7()}`, nord, ola, more)
    await addMember(id, per, 20)
    await addMember(id, mei, 10)
    return id
  }

  people.gus = { ...gus, guestOf: bridge }
  people.ged = { ...ged, guestOf: bridge }

  return {
    ...build,
    somebody,
    addFreshProject,
    customers: { nord, sor, platform },
    projects: { bridge, hall, pier, library, template, school, foreignTemplate, starter },
  }
}
