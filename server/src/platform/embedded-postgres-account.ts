import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The operating-system user that PostgreSQL runs as. */
export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; these unprivileged users exist nearly everywhere. */
const unprivileged = ['postgres', 'nobody']

/** The account to run PostgreSQL as; undefined unless we are root. An existing database keeps its owner. */
export function postgresAccount(clusterDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(clusterDirectory)) {
    const { uid, gid } = statSync(clusterDirectory)
    if (uid !== 0) return { uid, gid }
  }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of unprivileged) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    // macOS lists `nobody` as -2; the kernel expects the unsigned value.
    if (uid && gid && uid !== '0') return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  return { uid: 65534, gid: 65534 }
}

/**
 * May this account enter every directory on the path and `path` itself? Checks mode bits only, so it may say no
 * although access is granted otherwise.
 */
export function canEnter({ uid, gid }: Account, path: string): boolean {
  const here = resolve(path)
  const { mode, uid: owner, gid: group } = statSync(here)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(here) === here || canEnter({ uid, gid }, dirname(here)))
}
