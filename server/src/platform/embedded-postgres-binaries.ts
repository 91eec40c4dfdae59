import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './embedded-postgres-account'
import { StartRefused } from './start-refused'

/** Paths of the PostgreSQL programs. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string }

const programs = ['postgres', 'initdb', 'pg_ctl'] as const
const suffix = process.platform === 'win32' ? '.exe' : ''

const binariesIn = (root: string): Binaries => ({
  postgres: join(root, 'bin', `postgres${suffix}`),
  initdb: join(root, 'bin', `initdb${suffix}`),
  pgCtl: join(root, 'bin', `pg_ctl${suffix}`),
})

/** The `native` directory of the package for this platform, and its version. */
function installed(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = join(dirname(require.resolve(name)), '..', 'native')
    const { version } = JSON.parse(readFileSync(join(root, '..', 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch (cause) {
    throw new StartRefused(
      `There is no bundled PostgreSQL for ${process.platform} on ${process.arch} (package ${name}): set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

/**
 * Does the work of the package's install script, which npm skips with `--ignore-scripts`: symlinks between library
 * versions, and executable bits. Idempotent.
 */
function finishInstallation(root: string): void {
  const list = join(root, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
  for (const { source, target } of links) {
    const path = join(root, '..', target)
    if (existsSync(path)) continue
    rmSync(path, { force: true }) // remove a dangling symlink
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if (!existsSync(path)) throw error // another server may have created it concurrently
    }
  }
  for (const program of programs) {
    const path = join(root, 'bin', program + suffix)
    const { mode } = statSync(path)
    if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
  }
}

/** Why `postgres` cannot run as this account; undefined if it can. */
function startupError({ postgres }: Binaries, account: Account | undefined): string | undefined {
  const { status, error, stderr } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  if (status === 0) return undefined
  return error?.message ?? (stderr.trim() || `postgres --version ended with ${status}`)
}

/** Directories for a copy, in order of preference. As root, only those that nobody else could have prepared. */
function* copyDirectories(account: Account | undefined, directory: string): Generator<string> {
  if (!account) return yield directory
  yield '/var/cache/lintel'
  const fresh = mkdtempSync(join(tmpdir(), 'lintel-postgres-'))
  chmodSync(fresh, 0o755)
  yield fresh
}

async function copyTo(home: string, root: string, version: string): Promise<string> {
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const { uid, mode } = statSync(home)
  if ((process.getuid && uid !== process.getuid()) || (mode & 0o022) !== 0)
    throw new Error(`others may write to ${home}`)
  const copy = join(home, `postgres-${version}`)
  if (existsSync(copy)) return copy
  // Rename it only when complete, so that an interrupted copy is never used.
  const unfinished = mkdtempSync(join(home, 'unfinished-'))
  chmodSync(unfinished, 0o755)
  const native = join(unfinished, 'native')
  cpSync(root, native, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', native])
  finishInstallation(native)
  await rename(native, copy).catch((error) => {
    if (!existsSync(copy)) throw error // another server may have created it concurrently
  })
  rmSync(unfinished, { recursive: true, force: true })
  return copy
}

/**
 * The PostgreSQL programs, copied if the account cannot run the installed ones (a checkout below `/root`, a read-only
 * package directory).
 */
export async function reachableBinaries(account: Account | undefined, directory: string): Promise<Binaries> {
  const { root, version } = installed()
  let reason: string | undefined
  try {
    finishInstallation(root)
    reason = startupError(binariesIn(root), account)
    if (!reason) return binariesIn(root)
  } catch (error) {
    reason = String(error)
  }
  for (const home of copyDirectories(account, directory)) {
    try {
      const copy = binariesIn(await copyTo(home, root, version))
      reason = startupError(copy, account)
      if (!reason) return copy
    } catch (error) {
      reason = String(error)
    }
  }
  throw new StartRefused(
    `The bundled PostgreSQL does not run here (${reason}): set DATABASE_URL to a PostgreSQL server.`,
  )
}
