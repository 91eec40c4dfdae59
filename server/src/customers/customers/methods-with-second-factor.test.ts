import { methodsWithSecondFactor } from '@lintel/contract/customers/methods-with-second-factor'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/test-database'

const { db } = await testDatabase()

test('the database and the contract agree on what a required second factor leaves of a list of login methods', async () => {
  await db
    .insertInto('sso_provider')
    .values(['nord', 'partner'].map((id) => ({ id, name: id })))
    .onConflict((known) => known.doNothing())
    .execute()
  const providers = await db.selectFrom('sso_provider').select('id').execute()
  const known = [...new Set(['COGNITO', 'COGNITO_MFA', ...providers.map(({ id }) => id)])]
  for (const list of [[], ['COGNITO'], ['COGNITO', 'COGNITO_MFA'], ['partner', 'COGNITO'], ['partner', 'nord']]) {
    const { rows } = await sql<{ methods: string[] }>`
      select customer_login_methods(${list}::text[], '2026-01-01T00:00:00Z') as methods`.execute(db)
    expect(rows[0]?.methods.toSorted()).toEqual(methodsWithSecondFactor(list, known).toSorted())
  }
})
