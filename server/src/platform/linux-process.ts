import { readFileSync, type Stats, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'

/** What identifies a file or directory. */
type FileIdentity = Pick<Stats, 'dev' | 'ino'>

/** What `/proc` shows of a process; undefined is what may not be read or is not there. */
export interface LinuxProcess {
  name: string | undefined
  /** The effective user. */
  uid: number | undefined
  /** Even root may not read that of another user without CAP_SYS_PTRACE, which containers do not have by default. */
  workingDirectory: FileIdentity | undefined
  /** The directory named by the argument `-D`, if the path means the same to us. */
  dataDirectory: FileIdentity | undefined
}

/** Reads what `/proc` shows of a process. Never throws. */
export function linuxProcess(pid: number): LinuxProcess {
  const read = (file: string) => unlessUnreadable(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
  const uid = /^Uid:\t\d+\t(\d+)/m.exec(read('status') ?? '')?.[1]
  const words = read('cmdline')?.split('\0') ?? []
  const dataPath = words[words.indexOf('-D') + 1] ?? ''
  return {
    name: read('comm')?.trim(),
    uid: uid === undefined ? undefined : Number(uid),
    workingDirectory: unlessUnreadable(() => statSync(`/proc/${pid}/cwd`)),
    // Relative to the process, as is everything below /proc/self.
    dataDirectory:
      words.includes('-D') && isAbsolute(dataPath) && !dataPath.startsWith('/proc/')
        ? unlessUnreadable(() => statSync(dataPath))
        : undefined,
  }
}

/**
 * Can the process be a PostgreSQL on this data directory, which is its working directory? Only what was read speaks
 * against it.
 */
export function mayBePostgresOn(
  data: FileIdentity & Pick<Stats, 'uid'>,
  { name, uid, workingDirectory, dataDirectory }: LinuxProcess,
): boolean {
  if (name !== undefined && name !== 'postgres') return false
  if (uid !== undefined && uid !== data.uid) return false
  const directory = workingDirectory ?? dataDirectory
  return directory === undefined || (directory.dev === data.dev && directory.ino === data.ino)
}

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
