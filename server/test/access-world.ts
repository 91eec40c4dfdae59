import { afterAll } from 'vitest'
import { storeDemoFiles } from '../demo/content/files'
import { openObjectStore } from '../src/platform/objects/open-object-store'
import { nordbygg } from './access/actors'
import { buildAccessMatrix } from './access-matrix'
import type { AccessRow } from './access-row'
import type { ApiClient } from './api-client'
import { rollbackDatabase } from './rollback-database'
import { testDatabase } from './test-database'
import { type World, worldOn } from './world'

/** The demo world on a database on which every request of the matrix can be made and rolled back. */
export interface AccessWorld extends World {
  accessMatrix: readonly AccessRow[]
  rollBack(): Promise<void>
  commit(): Promise<void>
  /** Signs people in and commits, so that their sessions survive `rollBack`. */
  signInAll(people: readonly ApiClient[]): Promise<void>
}

const unlimited = { calls: 1_000_000, seconds: 60 }
const rates = {
  general: unlimited,
  signIn: unlimited,
  providerMatch: unlimited,
  providerSetup: unlimited,
  resetRequest: unlimited,
  guestLogin: unlimited,
}

/** Opens the access world for a test file; everything is closed when the file ends. */
export async function accessWorld(): Promise<AccessWorld> {
  const { url } = await testDatabase()
  const { db, rollBack, commit, close } = await rollbackDatabase(url)
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
    accessMatrix: buildAccessMatrix({ auditEvent }),
    rollBack,
    commit,
    async signInAll(people: readonly ApiClient[]) {
      for (const person of people) await person.inject({ method: 'GET', url: '/mgw/api/v3/features' })
      await commit()
    },
  })
}
