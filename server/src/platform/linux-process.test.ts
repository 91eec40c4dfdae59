import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { onCleanup } from '../../test/on-cleanup'
import { type LinuxProcess, linuxProcess, mayBePostgresOn } from './linux-process'

const data = { uid: 26, dev: 1, ino: 42 }
const other = { dev: 1, ino: 43 }
const unreadable: LinuxProcess = {
  name: undefined,
  uid: undefined,
  workingDirectory: undefined,
  dataDirectory: undefined,
}
/** What root sees of its PostgreSQL in a container without CAP_SYS_PTRACE. */
const inContainer: LinuxProcess = { ...unreadable, name: 'postgres', uid: 26 }

test.each<[string, boolean, LinuxProcess]>([
  ['of which nothing can be read', true, unreadable],
  ['of the right name and user whose directories cannot be read', true, inContainer],
  ['that names our data directory', true, { ...inContainer, dataDirectory: data }],
  [
    'that works in our data directory, wherever that was started',
    true,
    { ...inContainer, workingDirectory: data, dataDirectory: other },
  ],
  ['of another name', false, { ...inContainer, name: 'node' }],
  ['of another user', false, { ...inContainer, uid: 1_000 }],
  ['that names another data directory', false, { ...inContainer, dataDirectory: other }],
  ['that works in another directory', false, { ...inContainer, workingDirectory: other }],
])('a process %s may be our PostgreSQL: %s', (_, expected, found) => {
  expect(mayBePostgresOn(data, found)).toBe(expected)
})

test.runIf(process.platform === 'linux')('a process is known by its name, user and directories', async () => {
  const start = (path: string) => {
    const child = spawn('sh', ['-c', 'read line', 'sh', '-D', path], { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
    onCleanup(() => void child.kill())
    return linuxProcess(child.pid ?? 0)
  }
  const found = start(tmpdir())
  expect(found).toMatchObject({ name: 'sh', uid: process.geteuid?.() })
  expect([found.workingDirectory?.ino, found.dataDirectory?.ino]).toEqual([statSync('/').ino, statSync(tmpdir()).ino])
  expect(start('/proc/self/cwd').dataDirectory).toBeUndefined()
  expect(linuxProcess(2 ** 30)).toEqual({ name: undefined, uid: undefined })
})
