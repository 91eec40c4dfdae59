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
import { unreachableDns } from './far-ends/dns'
import { testDatabase } from './test-database'
import { testSecretKey } from './test-secrets'
import { type ApiClient, apiClient } from './api-client'
import { onCleanup } from './on-cleanup'

/** The application on a database of its own with the demo world in it. */
export interface World {
  app: FastifyInstance
  db: Database
  platform: Platform
  /** Everything that is served. */
  routes: readonly Route[]
  /** What was written to the log, a line each. */
  log: readonly string[]
  /** The world's time: tests let it pass; once it stands still, it passes only so, however long a busy machine takes. */
  clock: { now(): number; advance(milliseconds: number): void; freeze(): void }
  /** Somebody of the demo world, by the part of the address before the @ or by the whole address, freshly signed in. */
  as(name: string, how?: SignInOptions): ApiClient
  anonymous: ApiClient
  /** The bearer of somebody freshly signed in, for what is not asked through the door. */
  bearer(name: string): Promise<string>
}

/** How somebody signed in, where it is not by password alone. */
export interface SignInOptions {
  method?: 'password' | 'federation'
  /** The provider that they came by. */
  provider?: string
  /** With the second factor. */
  secondFactor?: boolean
  /** Came by a guest link to the project of this id. */
  guestOf?: string
  rememberMe?: boolean
}

/** Opens the world for a test file; everything is closed and dropped when the file ends. */
export async function world(more: Partial<Configuration> = {}): Promise<World> {
  const { db } = await testDatabase()
  return worldOn(db, more)
}

/** The same on a database that the test file has opened. */
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
  // A test asks more in a second than a person does in a minute.
  const rates = { general: { calls: 1_000_000, seconds: 60 } }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-world-'))
  // No test asks the DNS of the world outside; one that needs an answer brings a server of its own.
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
    // A second table, made only for those who ask: it takes as long as opening the world's database.
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

/** A session as a sign-in leaves it, without the work of checking a password. */
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

/** An identity of the person's at a provider, which a session begins with. */
async function identityAt(db: Database, userId: string, provider: string) {
  const id = uuidv7()
  const issuer = `https://${provider.toLowerCase()}.example`
  await db
    .insertInto('external_identity')
    .values({ id, provider_id: provider, issuer, subject: id, user_id: userId, linked_at: new Date().toISOString() })
    .execute()
  return { identityId: id, provider }
}
