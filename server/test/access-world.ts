import { afterAll } from 'vitest'
import { storeDemoFiles } from '../demo/content/files'
import { openObjectStore } from '../src/platform/objects/open-object-store'
import { nordbygg } from './access/asked'
import { accessMatrixOf } from './access-matrix'
import type { AccessRow } from './access-row'
import { rewindingDatabase } from './rewinding-database'
import { testDatabase } from './test-database'
import type { Visitor } from './visitor'
import { type World, worldOn } from './world'

/** The demo world on a database where every request of the matrix can be tried and nothing stays. */
export interface AccessWorld extends World {
  accessMatrix: readonly AccessRow[]
  rewind(): Promise<void>
  keep(): Promise<void>
  /** Signs people in before anything is tried, so that they stay so. */
  signInAll(people: readonly Visitor[]): Promise<void>
}

const unhurried = { calls: 1_000_000, seconds: 60 }
const rates = {
  general: unhurried,
  signIn: unhurried,
  providerMatch: unhurried,
  providerSetup: unhurried,
  resetRequest: unhurried,
  guestLogin: unhurried,
}

/** Opens it for a test file; everything is closed when the file ends. */
export async function accessWorld(): Promise<AccessWorld> {
  const { url } = await testDatabase()
  const { db, rewind, keep, close } = await rewindingDatabase(url)
  afterAll(close)
  const world = await worldOn(db, { rates })
  await storeDemoFiles(openObjectStore(world.platform.configuration))
  const { id: auditEvent } = await db
    .selectFrom('audit_event')
    .select('id')
    .where('tenant_id', '=', nordbygg)
    .limit(1)
    .executeTakeFirstOrThrow()
  return Object.assign(world, {
    accessMatrix: accessMatrixOf({ auditEvent }),
    rewind,
    keep,
    async signInAll(people: readonly Visitor[]) {
      for (const person of people) await person.inject({ method: 'GET', url: '/mgw/api/v3/features' })
      await keep()
    },
  })
}
