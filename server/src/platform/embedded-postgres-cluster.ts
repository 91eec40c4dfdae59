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
import { type Account, canEnter, postgresAccount } from './embedded-postgres-account'
import { type Binaries, reachableBinaries } from './embedded-postgres-binaries'
import { StartRefused } from './start-refused'

/** A PostgreSQL cluster and how to run it. */
export type Cluster = {
  /** Our directory with the cluster, its password and its log. */
  directory: string
  /** The PostgreSQL data directory. */
  data: string
  /** The path of the data directory as passed to PostgreSQL. */
  serverDataPath: string
  log: string
  password: string
  account: Account | undefined
  binaries: Binaries
  durable: boolean
}

/** Prints a message for the operator. */
export type Print = (sentence: string) => void

/** The superuser created by `initdb`; the application uses a role with fewer rights. */
export const superuser = 'postgres'

/** Marks a data directory as completely initialised; PostgreSQL ignores the file. */
const marker = 'lintel-complete'

/** The environment of PostgreSQL: without our secrets and without `PG…` variables that change its behaviour. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const passedOn = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH']
  const environment = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
  return { ...environment, LC_ALL: 'C', TZ: 'UTC' }
}

/** Options of {@link prepareCluster}. */
type ClusterOptions = {
  durable: boolean
  print: Print
  /** Aborts the initialisation. */
  signal: AbortSignal | undefined
}

/** Returns the cluster in `directory` and creates it if it is missing or its initialisation was interrupted. */
export async function prepareCluster(directory: string, { durable, print, signal }: ClusterOptions): Promise<Cluster> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const data = join(directory, 'cluster')
  const account = postgresAccount(data)
  refuseForeignOwner(existsSync(data) ? data : directory, account)
  if (account) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, 0o700)
  const cluster: Cluster = {
    directory,
    data,
    serverDataPath: serverPath(data, directory, account),
    log: join(directory, 'postgres.log'),
    password: passwordIn(directory, account),
    account,
    binaries: await reachableBinaries(account, directory),
    durable,
  }
  if (existsSync(data) && !existsSync(join(data, marker))) moveAside(data, print)
  if (!existsSync(data)) await initialise(cluster, print, signal)
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
 * If the account may not enter a parent directory (`/root`), PostgreSQL runs with its data directory as working
 * directory: on Linux, `/proc/self/cwd` is accessible whatever the parents permit.
 */
function serverPath(data: string, directory: string, account: Account | undefined): string {
  if (!account || canEnter(account, directory)) return data
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new StartRefused(
    `PostgreSQL does not run as root, and the user it runs as instead may not enter ${directory}: set DATA_DIR to a directory that every user may enter.`,
  )
}

/** The superuser password in the directory. Concurrent first starts agree on one by an atomic link. */
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

function moveAside(data: string, print: Print): void {
  for (let count = 1; ; count++) {
    const aside = `${data}.unfinished-${count}`
    if (existsSync(aside)) continue
    renameSync(data, aside)
    print(`The database in ${data} was never finished; it was moved to ${aside} and a new one is made.`)
    return
  }
}

/**
 * Initialises the cluster in a temporary directory and renames it, so that an interrupted start leaves nothing that
 * looks like a database, and of two concurrent starts the second uses the result of the first.
 */
async function initialise(cluster: Cluster, print: Print, signal: AbortSignal | undefined): Promise<void> {
  const { directory, data, account, binaries, durable } = cluster
  removeInterruptedInit(directory, print)
  const fresh = join(directory, `new-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  if (account) chownSync(fresh, account.uid, account.gid)
  const path = serverPath(fresh, directory, account)
  const options = { account, cwd: fresh, signal }
  await run(binaries.initdb, options, [
    `--pgdata=${path}`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    '--pwfile=../password',
    // Bytewise order by default and ICU by explicit name for people: the same on every system, independent of libc.
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
    print(`A new database was made in ${data}.`)
  } catch (error) {
    if (!existsSync(join(data, marker))) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Removes what `initdb` of a dead process left behind. */
function removeInterruptedInit(directory: string, print: Print): void {
  for (const name of readdirSync(directory)) {
    const pid = /^new-(\d+)$/.exec(name)?.[1]
    if (!pid || isRunning(Number(pid))) continue
    // Its orphaned initdb may still be running, and ends when its files are missing.
    rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    print('An earlier start was interrupted while it made the database; it is made anew.')
  }
}

/** Does a process with this id exist (also of another user)? A zombie counts as dead. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true // without /proc only the signal tells
  }
}

type RunOptions = { account: Account | undefined; cwd: string; signal: AbortSignal | undefined }

function run(program: string, { account, ...options }: RunOptions, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      ...options,
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
