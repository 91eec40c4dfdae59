import { mostNamed, type ProviderUsage } from '@lintel/contract/customers/provider-usage'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** Where a provider is a login method, and how many people sign in there. */
export async function usageOf(db: Database | Transaction, id: string): Promise<ProviderUsage> {
  const [customers, projects, { members, people }] = await Promise.all([
    namedIn(db, 'customer', id),
    namedIn(db, 'project', id),
    db
      .selectNoFrom([
        // As the index of members with methods of their own has it.
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

async function namedIn(db: Database | Transaction, table: 'customer' | 'project', id: string) {
  const listing = db.selectFrom(table).where(sql<boolean>`${id} = any(providers)`)
  const named = await listing
    .select(['id', 'name', sql<number>`(count(*) over ())::integer`.as('total')])
    .orderBy('name')
    .orderBy('id')
    .limit(mostNamed)
    .execute()
  return { total: named[0]?.total ?? 0, named: named.map(({ id, name }) => ({ id, name })) }
}

/** The same in English, for whoever wants to delete it: undefined where it is nowhere in use. */
export function usageSentence({ customers, projects, members }: ProviderUsage): string | undefined {
  const parts = [
    ...listed('customer', customers),
    ...listed('project', projects),
    ...(members > 0 ? [members === 1 ? 'one member' : `${members} members`] : []),
  ]
  return parts.length === 0 ? undefined : `It is still a login method of ${parts.join(', ')}`
}

/** So many are named in a sentence. */
const mostSaid = 3

function listed(noun: string, { total, named }: ProviderUsage['customers']): string[] {
  if (total === 0) return []
  const said = named.slice(0, mostSaid).map(({ name }) => name)
  const more = total > said.length ? ` and ${total - said.length} more` : ''
  return [`the ${noun}${total === 1 ? '' : 's'} ${said.join(', ')}${more}`]
}
