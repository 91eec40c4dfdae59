import pg from 'pg'

/**
 * Fills a customer's projects up to `perProject` members each as fast as possible: indexes and constraints are dropped first and recreated
 * afterwards.
 */
export async function growMemberships(adminUrl: string, customer: string, perProject: number): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'; alter table project_member disable trigger all`)
    // The foreign keys of other tables depend on the primary key: they go first and come last.
    const { rows: constraints } = await client.query<{ table: string; name: string; kind: string; definition: string }>(
      `select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as definition from pg_constraint
        where (conrelid = 'project_member'::regclass and contype = 'p') or (confrelid = 'project_member'::regclass and contype = 'f')
        order by contype`,
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
        where tablename = 'project_member' and indexname <> all($1)`,
      [constraints.filter(({ kind }) => kind === 'p').map(({ name }) => name)],
    )
    for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(
      `insert into project_member (project_id, user_id, customer_id, privilege_level, invited_at, last_login_at)
        select project.id, person.id, project.customer_id, 10, now(), now() - interval '3 days'
        from project
        cross join (select id from app_user where home_customer_id = $1 order by id limit $2) as person
        left join project_member as known on known.project_id = project.id and known.user_id = person.id
        where project.customer_id = $1 and known.user_id is null`,
      [customer, perProject],
    )
    for (const { table, name, definition } of constraints.toReversed()) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const { definition } of indexes) await client.query(definition)
    await client.query('alter table project_member enable trigger all')
    await client.query('vacuum analyze project_member')
  } finally {
    await client.end()
  }
}
