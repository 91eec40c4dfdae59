import { type Locale, preferredLocale } from '@lintel/contract/settings/locales'
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
  /** The chosen language, else that of the browser, as in mails. */
  locale: Locale
}

/** A new project and its creator as stored now; undefined if one of them no longer exists. */
export async function findLead(db: Database, project: string): Promise<Lead | undefined> {
  const found = await db
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
      'person.language',
      'person.browser_locale as browserLocale',
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const { language, browserLocale, ...lead } = found
  return { ...lead, locale: preferredLocale([language, browserLocale].filter((tag) => tag !== null)) }
}
