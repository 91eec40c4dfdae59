import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'

import { namedPeople } from '../demo/named-people'
import { allRoutes, buildApp } from '../src/app'
import { openIdentity } from '../src/identity/identity'
import { sessionTerms } from '../src/identity/sessions/session-terms'
import { insertSession } from '../src/identity/sessions/sessions.store'
import type { Tokens } from '../src/identity/tokens/tokens'
import { type Configuration, readConfiguration } from '../src/platform/configuration'
import type { Platform } from '../src/platform/context'
import type { Database } from '../src/platform/database'
import type { Route } from '../src/platform/route'
import { type ApiClient, apiClient } from './api-client'
import { unreachableDns } from './far-ends/dns'
import { onCleanup } from './on-cleanup'
import { testDatabase } from './test-database'
import { testSecretKey } from './test-secrets'

/** The application on a separate database with the demo world. */
export interface World {
  app: FastifyInstance
  db: Database
  platform: Platform
  /** All routes of the application. */
  routes: readonly Route[]
  /** The log, one entry per line. */
  log: readonly string[]
  /**
   * The world's clock, which tests advance; after `freeze` it moves only when advanced, however slow the machine is.
   */
  clock: { now(): number; advance(milliseconds: number): void; freeze(): void }
  /**
   * A client for a person of the demo world, by the part of the email before the @ or by the whole email, freshly
   * signed in.
   */
  as(name: string, how?: SignInOptions): ApiClient
  anonymous: ApiClient
  /** The bearer token of a fresh session, for requests outside this client. */
  bearer(name: string): Promise<string>
}

/** How a person signed in, where it is not by password only. */
export interface SignInOptions {
  method?: 'password' | 'federation'
  /** The provider of a federated sign-in. */
  provider?: string
  /** Whether a second factor was verified. */
  secondFactor?: boolean
  /** The id of the project whose guest link was used. */
  guestOf?: string
  rememberMe?: boolean
}

/** Opens the world for a test file; everything is closed and dropped when the file ends. */
export async function world(more: Partial<Configuration> = {}): Promise<World> {
  const { db } = await testDatabase()
  return worldOn(db, more)
}

/** Opens the world on a database that the test file has opened. */
export async function worldOn(db: Database, more: Partial<Configuration> = {}, listenOn?: string): Promise<World> {
  let advancedMs = 0
  let frozenAt: number | undefined
  const advance = (milliseconds: number) => {
    advancedMs += milliseconds
  }
  const freeze = () => {
    frozenAt ??= Date.now()
  }
  const clock = { now: () => (frozenAt ?? Date.now()) + advancedMs, advance, freeze }
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  // Tests send more requests than the rate limits allow.
  const rates = { general: { calls: 1_000_000, seconds: 60 } }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-world-'))
  // No test uses the system's DNS; a test that needs DNS starts its own server.
  const dnsServers = unreachableDns
  const configuration = {
    ...readConfiguration({}),
    dataDirectory,
    secretKey: testSecretKey,
    rates,
    dnsServers,
    ...more,
  }
  const platform: Platform = {
    configuration,
    db,
    clock: clock.now,
    log: logger,
    includes: new Map(),
    ...(listenOn !== undefined && { listenOn }),
  }
  const identity = await openIdentity(platform)
  const app = await buildApp({ platform, logger, identity })
  onCleanup(async () => {
    await app.close()
    await identity.close()
    rmSync(dataDirectory, { recursive: true })
  })
  return {
    app,
    db,
    platform,
    // Built on demand, because it takes as long as opening the world's database.
    get routes() {
      return allRoutes(platform, identity)
    },
    log: lines,
    clock,
    as: (name, how) => {
      let token: Promise<string> | undefined
      return apiClient(app, () => {
        token ??= signIn(platform, identity.tokens, emailOf(name), how)
        return token
      })
    },
    anonymous: apiClient(app, async () => undefined),
    bearer: (name) => signIn(platform, identity.tokens, emailOf(name)),
  }
}

function emailOf(name: string): string {
  if (name.includes('@')) return name
  const named = namedPeople.filter(({ email }) => email.startsWith(`${name}@`))
  const [only] = named
  if (!only || named.length > 1) throw new Error(`The demo world has ${named.length} people called ${name}`)
  return only.email
}

/** Creates a session as a sign-in does, without the cost of verifying a password. */
async function signIn(
  { db, clock }: Platform,
  tokens: Tokens,
  email: string,
  { provider, method = provider ? 'federation' : 'password', guestOf, ...more }: SignInOptions = {},
): Promise<string> {
  const { rememberMe = false, secondFactor = false } = more
  const now = clock()
  const person = await db
    .selectFrom('app_user as user')
    .leftJoin('customer_admin as admin', 'admin.user_id', 'user.id')
    .select(['user.id', 'user.role', 'admin.customer_id as administers'])
    .where('user.email', '=', email)
    .limit(1)
    .executeTakeFirstOrThrow(() => new Error(`Nobody has the address ${email}`))
  const terms = sessionTerms({
    rememberMe,
    isStaff: person.role !== null,
    isAdministrator: person.administers !== null,
  })
  const session = {
    id: uuidv7(),
    userId: person.id,
    method: guestOf ? ('guest' as const) : method,
    secondFactor: secondFactor || person.role !== null,
    rememberMe: terms.rememberMe,
    guestProject: guestOf ?? null,
    idleSeconds: terms.idleSeconds,
    expiresAt: now + terms.absoluteSeconds * 1_000,
    ip: '127.0.0.1',
    userAgent: null,
    browserHash: null,
    refreshHash: null,
    browserKnownUntil: now,
    replaces: null,
  }
  const externalIdentity = provider === undefined ? undefined : await identityAt(db, person.id, provider)
  await db
    .transaction()
    .execute((transaction) => insertSession(transaction, session, now, externalIdentity ? { externalIdentity } : {}))
  const { idToken } = await tokens.issue(
    {
      sessionId: session.id,
      userId: person.id,
      email,
      expiresAt: session.expiresAt,
      provedAt: now,
      method: session.method,
    },
    now,
  )
  return idToken
}

/** Adds an external identity of the user at a provider, for the session to refer to. */
async function identityAt(db: Database, userId: string, provider: string) {
  const id = uuidv7()
  const issuer = `https://${provider.toLowerCase()}.example`
  await db
    .insertInto('external_identity')
    .values({ id, provider_id: provider, issuer, subject: id, user_id: userId, linked_at: new Date().toISOString() })
    .execute()
  return { identityId: id, provider }
}
