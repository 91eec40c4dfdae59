import pg from 'pg'
import type { LargeGrid } from './large-grid'
import type { BenchRow } from './report'
import { median } from './statistics'

const rounds = 5

/** The data of the response, by the simplest statements possible. */
const bareStatements = {
  people: `select distinct person.id, person.email, person.name, person.organization, profile.user_organization_id
    from app_user as person
    join project_member as member on member.user_id = person.id and member.customer_id = $1
    left join customer_user_profile as profile on profile.user_id = person.id and profile.customer_id = $1
    where person.deleted_at is null order by person.name, person.email`,
  projects: 'select id, name, external_id from project where customer_id = $1 and not is_inactive order by name, id',
  members: 'select project_id, user_id, privilege_level from project_member where customer_id = $1',
}

/** The server's response compared with the plain statements for the same data, by the same driver. */
export async function measureResponse({ matrixUrl, bearer, databaseUrl, customer }: LargeGrid): Promise<BenchRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const ours: number[] = []
  const limit: number[] = []
  try {
    for (let round = -1; round < rounds; round += 1) {
      const responseMs = await measure(async () => (await fetch(matrixUrl, { headers: bearer })).arrayBuffer())
      const queriesMs = await measure(async () => {
        await client.query(bareStatements.people, [customer])
        await client.query(bareStatements.projects, [customer])
        await client.query({ text: bareStatements.members, values: [customer], rowMode: 'array' })
      })
      if (round < 0) continue
      ours.push(responseMs)
      limit.push(queriesMs)
    }
  } finally {
    await client.end()
  }
  const ratio = median(ours) / median(limit)
  return [
    {
      id: 'grid-server',
      operation: 'answer with the whole access matrix, against the bare statements',
      unit: 's',
      ours: median(ours) / 1_000,
      limit: median(limit) / 1_000,
      ...{ ratio, target: 2, met: ratio <= 2 },
    },
  ]
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
