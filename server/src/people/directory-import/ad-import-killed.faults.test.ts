import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { projectId } from '../../../demo/projects'
import { importDirectory } from '../../../test/directory-import'
import { changedTables, rowDigests } from '../../../test/row-digests'
import { world } from '../../../test/world'

const { as, db } = await world()
const astrid = as('astrid')
const domain = 'nordbygg.example'
const { query } = pg.Client.prototype
afterEach(() => {
  pg.Client.prototype.query = query
})

/** Every kind of row: a new person, a nested group, members who are added and removed, access that is added and removed. */
const files = (newEmail: string) => ({
  'users.csv': `email;givenName;familyName;title\n${newEmail};Somebody;New;Surveyor\nlena@nordbygg.example;Lena;Vik;Foreman\n`,
  'groups.csv': 'group;description;memberOf\nKilled;Everybody;Killed above\nKilled above;;\n',
  'memberships.csv': `group;email\nKilled;${newEmail}\nKilled;lena@nordbygg.example\n`,
  'access.csv': 'group;project;role\nKilled;NB-1987;user\nKilled above;NB-2042;admin\nKilled above;NB-2041;none\n',
})
const plan = async (newEmail: string) => (await importDirectory(astrid, { files: files(newEmail), domain })).planId
const confirm = (planId: string) => importDirectory(astrid, { planId, dryRun: 'false' })
const undo = (id: string) => astrid.call(undoChangeSet, { parameters: { id }, body: { partial: false } })

/** Intercepts database queries; `before` is called with each statement from the confirm on, in order. */
function interceptQueries(before: (client: pg.Client, statement: string) => Promise<void>): void {
  let isConfirmed = false
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '')
    if (text.includes('update change_set set summary')) isConfirmed = true
    if (!isConfirmed) return Reflect.apply(query, this, args)
    return before(this, text).then(() => Reflect.apply(query, this, args))
  } as typeof query
}

// The statements of a confirmed import; the test kills the connection before each of them.
const statements: string[] = []
const first = await plan('killed.first@nordbygg.example')
interceptQueries(async (_, statement) => {
  statements.push(statement.trim().replaceAll(/\s+/g, ' ').slice(0, 60))
})
await confirm(first)
pg.Client.prototype.query = query
await undo(first)

test('K1: what is killed is an import of every kind of row', () => {
  for (const table of [
    'customer_user_profile',
    'directory_group',
    'directory_group_member',
    'directory_group_access',
  ]) {
    expect(statements.filter((statement) => statement.includes(table))).not.toEqual([])
  }
  expect(statements.length).toBeGreaterThan(20)
})

/** Tables that the request itself writes: the choice of the confirm, its audit event, and the last use of a session. */
const alwaysWritten = ['audit_', 'change_set', 'session']

test.each(statements.map((statement, at) => [at, statement] as const))(
  'K1: an import whose connection dies before statement %i (%s) is done whole or not at all, and once when it is confirmed again',
  async (at) => {
    const planId = await plan(`killed${at}@nordbygg.example`)
    const before = await rowDigests(db)
    let count = 0
    let isKilled = false
    interceptQueries(async (client) => {
      if (count++ !== at) return
      isKilled = true
      pg.Client.prototype.query = query
      await sql`select pg_terminate_backend(${(client as unknown as { processID: number }).processID})`.execute(db)
    })
    await confirm(planId).catch(() => {})
    expect(isKilled).toBe(true)
    const { state } = await astrid.get(changeSets, planId)
    if (state === 'planned') {
      const touched = changedTables(before, await rowDigests(db)).filter(
        (table) => !alwaysWritten.some((each) => table.startsWith(each)),
      )
      expect(touched).toEqual([])
    } else expect(state).toBe('applied')

    expect(await confirm(planId)).toMatchObject({ state: 'applied' })
    const events = await db
      .selectFrom('audit_event')
      .select('action')
      .where('target_id', '=', planId)
      .where('action', '=', 'change-sets.apply')
      .where('result', '=', 'success')
      .execute()
    expect(events).toHaveLength(1)
    const memberships = db
      .selectFrom('project_member')
      .select('directory_level as level')
      .where('change_set_id', '=', planId)
    expect(await memberships.where('project_id', '=', projectId('NB-1987')).execute()).not.toEqual([])
    await undo(planId)
  },
)
