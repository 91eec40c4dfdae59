import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, isRunning, type Print, postgresEnvironment } from './embedded-postgres-cluster'
import { linuxProcess, mayBePostgresOn } from './linux-process'

/** The running PostgreSQL of a cluster, by whomever it was started. */
export type Postmaster = { pid: number; port: number }

const maxLogBytes = 10 * 1024 * 1024

/** Process id and port from `postmaster.pid` in the data directory (lines 1 and 4). */
function readPidFile(cluster: Cluster): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number(lines[0]))
    return pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : undefined
  } catch {
    return undefined
  }
}

/**
 * Can this process be a PostgreSQL on our data directory? After a crash, the process id in the file may belong to
 * another program. False only if it is proven to be one: the file of a running database must never be removed.
 */
function mayBePostgresOf(pid: number, cluster: Cluster): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') {
    const data = statSync(cluster.data, { throwIfNoEntry: false })
    return data !== undefined && mayBePostgresOn(data, linuxProcess(pid))
  }
  if (process.platform === 'win32')
    return spawnSync(cluster.binaries.pgCtl, ['status', '-D', cluster.data]).status === 0
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return status !== 0 || stdout.includes(`-D ${cluster.data}`)
}

/** The PostgreSQL running on this cluster; removes a stale `postmaster.pid`. */
export function runningPostmaster(cluster: Cluster, print: Print): Postmaster | undefined {
  const recorded = readPidFile(cluster)
  if (!recorded) return undefined
  if (mayBePostgresOf(recorded.pid, cluster)) return recorded
  if (isRunning(recorded.pid)) {
    // PostgreSQL would mistake that program for itself and refuse to start.
    print(`The database was not shut down, and its process number ${recorded.pid} now belongs to another program.`)
    rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
  }
  return undefined
}

/** For tests: fast but not crash-safe, with connections for several servers. */
const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 150 }

/** Starts PostgreSQL in its own session, so that Ctrl-C in our terminal does not stop it before we have drained. */
export function spawnPostmaster(cluster: Cluster, port: number): { child: ChildProcess; sinceStart: () => string } {
  const { binaries, data, serverDataPath, account, durable, log } = cluster
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(log, `${log}.1`)
  // A file rather than a pipe, because PostgreSQL may outlive this process.
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
    jit: 'off', // the bundled PostgreSQL has no LLVM
    ...(durable ? { fsync: 'on', max_connections: 50 } : nonDurableSettings),
  }
  const child = spawn(
    binaries.postgres,
    ['-D', serverDataPath, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: data, env: postgresEnvironment(), detached: true, stdio: ['ignore', file, file] },
  )
  closeSync(file)
  child.on('error', () => undefined) // its exit is observed instead
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

/** Waits for a process to exit; false if it still runs after `within` milliseconds. */
async function waitForExit(pid: number, within: number): Promise<boolean> {
  const end = performance.now() + within
  while (isRunning(pid)) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/**
 * Stops PostgreSQL in its "fast" mode (SIGINT: abort connections, flush), and after half a minute in "immediate" mode
 * (SIGQUIT: recover at the next start). Neither loses committed data.
 */
export async function stopPostmaster(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  if (!mayBePostgresOf(pid, cluster)) return
  if (process.platform === 'win32') {
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.data, '-m', 'fast', '-w'])
    return
  }
  signal(pid, 'SIGINT')
  if (await waitForExit(pid, 30_000)) return
  signal(pid, 'SIGQUIT')
  await waitForExit(pid, 10_000)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it exited meanwhile
  }
}
