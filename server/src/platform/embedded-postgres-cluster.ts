import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, mayEnter, postgresAccount } from './embedded-postgres-account'
import { type Binaries, reachableBinaries } from './embedded-postgres-binaries'
import { StartRefused } from './start-refused'

/** A directory with one PostgreSQL in it, and what it takes to run it. */
export type Cluster = {
  /** Ours: holds the cluster, its password and its log. */
  directory: string
  /** PostgreSQL's own data directory. */
  data: string
  /** The data directory as PostgreSQL is told it. */
  dataAsSeen: string
  log: string
  password: string
  account: Account | undefined
  binaries: Binaries
  durable: boolean
}

/** A hook for sentences that the operator should read. */
export type Say = (sentence: string) => void

/** The superuser that `initdb` makes; the product itself signs in as somebody who may less. */
export const superuser = 'postgres'

/** Lies in a data directory that `initdb` has finished. PostgreSQL does not mind it. */
const marker = 'lintel-complete'

/** PostgreSQL gets no secret of ours and no `PG…` variable that would change its mind. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const passedOn = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH']
  const environment = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
  return { ...environment, LC_ALL: 'C', TZ: 'UTC' }
}

/** How a cluster is prepared. */
type ClusterOptions = {
  durable: boolean
  say: Say
  /** Breaks off making it. */
  signal: AbortSignal | undefined
}

/** The cluster in `directory`, made first where there is none or only the remains of an interrupted one. */
export async function prepareCluster(directory: string, { durable, say, signal }: ClusterOptions): Promise<Cluster> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const data = join(directory, 'cluster')
  const account = postgresAccount(data)
  refuseForeignOwner(existsSync(data) ? data : directory, account)
  if (account) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, 0o700)
  const cluster: Cluster = {
    directory,
    data,
    dataAsSeen: pathAsSeen(data, directory, account),
    log: join(directory, 'postgres.log'),
    password: passwordIn(directory, account),
    account,
    binaries: await reachableBinaries(account, directory),
    durable,
  }
  if (existsSync(data) && !existsSync(join(data, marker))) moveAside(data, say)
  if (!existsSync(data)) await initialise(cluster, say, signal)
  return cluster
}

function refuseForeignOwner(path: string, account: Account | undefined): void {
  const { uid } = statSync(path)
  if (account || !process.getuid || uid === process.getuid()) return
  throw new StartRefused(
    `The database in ${path} belongs to another user (number ${uid}), probably because the server once ran as root: start it as root again, or give the files to this user.`,
  )
}

/**
 * Below a directory that the account may not enter (`/root`), PostgreSQL is started inside its data directory and told
 * to stay there: Linux lets a process follow the link to its own working directory whatever lies above it.
 */
function pathAsSeen(data: string, directory: string, account: Account | undefined): string {
  if (!account || mayEnter(account, directory)) return data
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new StartRefused(
    `PostgreSQL does not run as root, and the user it runs as instead may not enter ${directory}: set DATA_DIR to a directory that every user may enter.`,
  )
}

/** The password kept in the directory; two servers that make one at the same moment end up with the same. */
function passwordIn(directory: string, account: Account | undefined): string {
  const path = join(directory, 'password')
  if (!existsSync(path)) {
    const own = `${path}.${randomBytes(6).toString('hex')}`
    writeFileSync(own, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (account) chownSync(own, account.uid, account.gid)
    try {
      linkSync(own, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    } finally {
      rmSync(own)
    }
  }
  return readFileSync(path, 'utf8').trim()
}

function moveAside(data: string, say: Say): void {
  for (let count = 1; ; count++) {
    const aside = `${data}.unfinished-${count}`
    if (existsSync(aside)) continue
    renameSync(data, aside)
    say(`The database in ${data} was never finished; it was moved to ${aside} and a new one is made.`)
    return
  }
}

/**
 * Makes the cluster under a name of its own and then gives it its place: whoever is killed in between leaves nothing
 * that looks like a database, and of two servers that start together one comes second and uses the other's.
 */
async function initialise(cluster: Cluster, say: Say, signal: AbortSignal | undefined): Promise<void> {
  const { directory, data, account, binaries, durable } = cluster
  forgetInterrupted(directory, say)
  const fresh = join(directory, `new-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  if (account) chownSync(fresh, account.uid, account.gid)
  const seen = pathAsSeen(fresh, directory, account)
  const making = { account, cwd: fresh, signal }
  await run(binaries.initdb, making, [
    `--pgdata=${seen}`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    '--pwfile=../password',
    // Bytes decide order and ICU is asked by name where people read: the same on every system, and no libc can move.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ])
  writeFileSync(join(fresh, marker), '')
  if (account) chownSync(join(fresh, marker), account.uid, account.gid)
  try {
    renameSync(fresh, data)
    say(`A new database was made in ${data}.`)
  } catch (error) {
    if (!existsSync(join(data, marker))) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Clears what `initdb` of a process that is no more has left behind. */
function forgetInterrupted(directory: string, say: Say): void {
  for (const name of readdirSync(directory)) {
    const pid = /^new-(\d+)$/.exec(name)?.[1]
    if (!pid || isRunning(Number(pid))) continue
    // Its initdb may still be at work in there, and leaves when it finds its files gone.
    rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    say('An earlier start was interrupted while it made the database; it is made anew.')
  }
}

/** Does a process with this number exist? (Somebody else's counts.) A zombie is dead, though nobody has buried it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true // no /proc: the signal's word is all there is
  }
}

type Running = { account: Account | undefined; cwd: string; signal: AbortSignal | undefined }

function run(program: string, { account, ...place }: Running, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      ...place,
      env: postgresEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Making the database failed (code ${code}): ${errors.trim()}`)),
    )
  })
}
