import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, isRunning, postgresEnvironment, type Say } from './embedded-postgres-cluster'

/** A running PostgreSQL of a cluster, whoever started it. */
export type Postmaster = { pid: number; port: number }

const largestLog = 10 * 1024 * 1024

/** What PostgreSQL wrote down about its process in the data directory (lines 1 and 4 of `postmaster.pid`). */
function writtenDown(cluster: Cluster): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number(lines[0]))
    return pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : undefined
  } catch {
    return undefined
  }
}

/**
 * Is this process a PostgreSQL that works in our data directory? A number in a file proves nothing: after a crash it
 * may by now belong to anybody. PostgreSQL's working directory is its data directory.
 */
function worksIn(pid: number, cluster: Cluster): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') {
    try {
      const [there, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster.data)]
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
      return name === 'postgres' && there.dev === ours.dev && there.ino === ours.ino
    } catch {
      return false // somebody else's process
    }
  }
  if (process.platform === 'win32')
    return spawnSync(cluster.binaries.pgCtl, ['status', '-D', cluster.data]).status === 0
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes(`-D ${cluster.data}`)
}

/** The PostgreSQL that runs on this cluster. A record of one that is gone is cleared away. */
export function runningPostmaster(cluster: Cluster, say: Say): Postmaster | undefined {
  const written = writtenDown(cluster)
  if (!written) return undefined
  if (worksIn(written.pid, cluster)) return written
  if (isRunning(written.pid)) {
    // PostgreSQL would take the stranger for itself and refuse to start.
    say(`The database was not shut down, and its process number ${written.pid} now belongs to another program.`)
    rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
  }
  return undefined
}

/** For tests: nothing outlives a crash, and several servers at a time have their connections. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 150 }

/** Starts PostgreSQL in a session of its own, so that Ctrl-C in our terminal does not reach it before we have drained. */
export function spawnPostmaster(cluster: Cluster, port: number): { child: ChildProcess; sinceStart: () => string } {
  const { binaries, data, dataAsSeen, account, durable, log } = cluster
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(log, `${log}.1`)
  // A file and not a pipe: it outlives us as PostgreSQL may.
  const file = openSync(log, 'a', 0o600)
  if (account) fchownSync(file, account.uid, account.gid)
  const from = statSync(log).size
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off', // the bundled PostgreSQL has no compiler to do it with
    ...(durable ? { fsync: 'on', max_connections: 50 } : forgetful),
  }
  const child = spawn(
    binaries.postgres,
    ['-D', dataAsSeen, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: data, env: postgresEnvironment(), detached: true, stdio: ['ignore', file, file] },
  )
  closeSync(file)
  child.on('error', () => undefined) // told by its exit
  child.unref()
  return { child, sinceStart: () => readFrom(log, from) }
}

function readFrom(path: string, from: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4_096)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from))
  } finally {
    closeSync(file)
  }
}

/** Waits until the process has gone; false when it still runs after so many milliseconds. */
async function hasEnded(pid: number, within: number): Promise<boolean> {
  const end = performance.now() + within
  while (isRunning(pid)) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/**
 * Ends PostgreSQL as its manual wants it: "fast" (SIGINT: break connections, write everything down), and only when that
 * takes longer than half a minute "immediate" (SIGQUIT: recover at the next start). Nothing acknowledged is lost by either.
 */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  if (!worksIn(pid, cluster)) return
  if (process.platform === 'win32') {
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.data, '-m', 'fast', '-w'])
    return
  }
  signal(pid, 'SIGINT')
  if (await hasEnded(pid, 30_000)) return
  signal(pid, 'SIGQUIT')
  await hasEnded(pid, 10_000)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has gone between two looks
  }
}
