import { anonymous, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'

import { type Configuration, readConfiguration } from '../src/platform/configuration'
import type { Platform } from '../src/platform/context'
import type { Database } from '../src/platform/database'
import { type Admit, buildHttp, type HttpParts } from '../src/platform/http'
import type { Route } from '../src/platform/route'
import type { ServedResource } from '../src/platform/serve'
import { onCleanup } from './on-cleanup'

/** An actor for a test: an ordinary user without a customer who has just signed in, unless `more` overrides that. */
export const person = (email: string, more: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: '01890000-0000-7000-8000-000000000000',
  email,
  isStaff: false,
  administers: [],
  readsFor: [],
  closedCustomers: [],
  homeCustomer: null,
  guestOf: null,
  sessionId: '01890000-0000-7000-8000-00000000000a',
  method: 'password',
  loginMethod: 'COGNITO_MFA',
  provedAt: new Date().toISOString(),
  restriction: null,
  ...more,
})

/** What a test app serves. A bearer token is the name of one of `people`. */
export interface TestAppOptions {
  db: Database
  people?: Record<string, Person>
  resources?: readonly ServedResource[]
  routes?: readonly Route[]
  configuration?: Partial<Configuration>
  admit?: Admit
  fallback?: HttpParts['fallback']
  times?: HttpParts['times']
  /** Receives the lines that the server logs. */
  log?: string[]
}

/** The platform of a test: the default configuration and the real clock. */
export const testPlatform = (db: Database, configuration: Partial<Configuration> = {}): Platform => ({
  configuration: { ...readConfiguration({ LOG_LEVEL: 'silent' }), ...configuration },
  db,
  clock: Date.now,
  log: pino({ level: 'silent' }),
  includes: new Map(),
})

/** The platform's HTTP server with the given routes, closed when the test file ends. */
export async function testApp({
  db,
  people = {},
  resources = [],
  routes = [],
  ...more
}: TestAppOptions): Promise<FastifyInstance> {
  const platform = testPlatform(db, more.configuration)
  for (const { resource, findByIds, scope } of resources) {
    if (findByIds) platform.includes.set(resource.type, { resource, findByIds, scope })
  }
  const app = await buildHttp({
    platform,
    logger: pino({ level: 'info' }, { write: (line: string) => more.log?.push(line) }),
    authenticate: async (bearer) => {
      if (bearer === undefined) return anonymous
      const actor = people[bearer]
      if (!actor) throw new Problem('invalidToken')
      return actor
    },
    admit: more.admit ?? (() => undefined),
    routes: [...resources.flatMap((served) => served.routes), ...routes],
    ...(more.fallback && { fallback: more.fallback }),
    ...(more.times && { times: more.times }),
  })
  onCleanup(() => app.close())
  return app
}
