import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The operating-system user that PostgreSQL runs as. */
export type Account = { uid: number; gid: number }

/** PostgreSQL will not run as root; these users exist nearly everywhere and own nothing of worth. */
const unprivileged = ['postgres', 'nobody']

/**
 * The account PostgreSQL must be started as, or undefined when it may simply be ours. As root it is the owner that the
 * database already has, so that the choice of one start binds the next.
 */
export function postgresAccount(clusterDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(clusterDirectory)) {
    const { uid, gid } = statSync(clusterDirectory)
    if (uid !== 0) return { uid, gid }
  }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of unprivileged) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    // macOS counts its `nobody` as -2: the kernel wants the same bits without a sign.
    if (uid && gid && uid !== '0') return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  return { uid: 65534, gid: 65534 }
}

/** May this account enter every directory on the way to `path`, and `path` itself? (Mode bits only, so rather no than yes.) */
export function mayEnter({ uid, gid }: Account, path: string): boolean {
  const here = resolve(path)
  const { mode, uid: owner, gid: group } = statSync(here)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(here) === here || mayEnter({ uid, gid }, dirname(here)))
}
