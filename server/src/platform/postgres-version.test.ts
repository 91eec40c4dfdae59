import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { refuseOldPostgres, unsupportedVersionMessage } from './postgres-version'

test('PostgreSQL 15 and newer are used, older ones are refused in a plain sentence that names them', () => {
  for (const version of [150_000, 150_013, 160_002, 180_004, 200_000])
    expect(unsupportedVersionMessage(version)).toBeUndefined()
  expect(unsupportedVersionMessage(140_009)).toBe(
    'The database is PostgreSQL 14.9, and Lintel needs 15 or newer: bring it up to date, or set DATABASE_URL to a newer one.',
  )
  expect(unsupportedVersionMessage(149_999)).toMatch('PostgreSQL 14.9999, ')
  expect(unsupportedVersionMessage(90_624)).toMatch('PostgreSQL 9.6, ')
})

test('the database is asked for its version', async () => {
  const { db } = await testDatabase()
  await expect(refuseOldPostgres(db)).resolves.toBeUndefined()
})
