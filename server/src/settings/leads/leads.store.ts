import { sql } from 'kysely'
import type { Database } from '../../platform/database'

/** What is reported about the creator of a project (account-portal chapter 7). */
export interface Lead {
  email: string
  givenName: string
  familyName: string
  organization: string
  phone: string | null
  title: string | null
  projectName: string
  /** The chosen language, else that of the browser. */
  locale: string
}

/** A new project and its creator as stored now; undefined if one of them no longer exists. */
export const findLead = (db: Database, project: string): Promise<Lead | undefined> =>
  db
    .selectFrom('project')
    .innerJoin('app_user as person', 'person.id', 'project.created_by')
    .where('project.id', '=', project)
    .where('person.deleted_at', 'is', null)
    .select([
      'person.email',
      'person.given_name as givenName',
      'person.family_name as familyName',
      'person.organization',
      'person.phone',
      'person.title',
      'project.name as projectName',
      sql<string>`coalesce(person.language, person.browser_locale, 'en')`.as('locale'),
    ])
    .executeTakeFirst()
