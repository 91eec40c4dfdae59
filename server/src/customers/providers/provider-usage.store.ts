import { maxNamedUsages, type ProviderUsage } from '@lintel/contract/customers/provider-usage'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** Where a provider is a login method, and how many people have signed in with it. */
export async function findProviderUsage(db: Database | Transaction, id: string): Promise<ProviderUsage> {
  const [customers, projects, { members, people }] = await Promise.all([
    formatName(db, 'customer', id),
    formatName(db, 'project', id),
    db
      .selectNoFrom([
        // Same condition as the partial index of members with login methods of their own.
        sql<number>`(select count(*)::integer from project_member
          where providers <> '{}' and providers @> array[${id}])`.as('members'),
        sql<number>`(select count(distinct user_id)::integer from external_identity where provider_id = ${id})`.as(
          'people',
        ),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { customers, projects, members, people }
}

/** True if somebody signs in with a provider, or a link to set it up was made, which its deletion would delete. */
export async function isUsed(db: Database | Transaction, id: string): Promise<boolean> {
  const { used } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from external_identity where provider_id = ${id})
        or exists (select from provider_setup_link where provider_id = ${id})`.as('used'),
    )
    .executeTakeFirstOrThrow()
  return used
}

async function formatName(db: Database | Transaction, table: 'customer' | 'project', id: string) {
  const listing = db.selectFrom(table).where(sql<boolean>`${id} = any(providers)`)
  const named = await listing
    .select(['id', 'name', sql<number>`(count(*) over ())::integer`.as('total')])
    .orderBy('name')
    .orderBy('id')
    .limit(maxNamedUsages)
    .execute()
  return { total: named[0]?.total ?? 0, named: named.map(({ id, name }) => ({ id, name })) }
}

/** Describes the usage in English for the error on deletion; undefined when unused. */
export function describeUsage({ customers, projects, members }: ProviderUsage): string | undefined {
  const parts = [
    ...describeNames('customer', customers),
    ...describeNames('project', projects),
    ...(members > 0 ? [members === 1 ? 'one member' : `${members} members`] : []),
  ]
  return parts.length === 0 ? undefined : `It is still a login method of ${parts.join(', ')}`
}

/** Maximum names listed in the sentence. */
const maxListedNames = 3

function describeNames(noun: string, { total, named }: ProviderUsage['customers']): string[] {
  if (total === 0) return []
  const names = named.slice(0, maxListedNames).map(({ name }) => name)
  const more = total > names.length ? ` and ${total - names.length} more` : ''
  return [`the ${noun}${total === 1 ? '' : 's'} ${names.join(', ')}${more}`]
}
