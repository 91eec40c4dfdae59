// Makes the temporary folder of a test run, for databases, uploads and browser profiles.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30

/**
 * Bytes required to use memory: four times what the tests store at their peak, and what the tests with three browsers
 * need besides.
 */
const requiredMemory = { folder: 2 * gibibyte, free: 6 * gibibyte }

/** The `statfs` type of `tmpfs`. */
const tmpfsType = 0x01021994

/** Linux's memory-backed folder. */
const memoryFolder = '/dev/shm'

/** Available memory in bytes; 0 where the system does not report it. */
function freeMemory() {
  try {
    return Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Free bytes of a memory-backed folder; 0 for one on a disk and where there is none. */
function availableInMemory(folder) {
  try {
    const { type, bavail, bsize } = statfsSync(folder)
    return type === tmpfsType ? bavail * bsize : 0
  } catch {
    return 0
  }
}

/**
 * Whether programs can be run from the folder. Containers may mount it `noexec`, and the database's binaries are copied
 * next to its files when its account cannot reach them.
 */
function canRunFrom(folder) {
  const program = join(folder, 'runs')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the folders of earlier runs that were killed: the memory would stay allocated until the machine restarts. */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /^lintel-tests-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeFolder(join(parent, name))
  }
}

/**
 * Makes a folder for one test run, in memory where there is enough: the data is not kept, and writing it to disk took
 * more than a fifth of the time. A configured `TMPDIR` takes precedence. `remove` deletes the folder with its contents.
 */
export function makeTestFolder({
  memory = memoryFolder,
  free = freeMemory(),
  tempDirectory = process.env.TMPDIR || undefined,
} = {}) {
  const fitsInMemory = availableInMemory(memory) >= requiredMemory.folder && free >= requiredMemory.free
  const inMemory = tempDirectory === undefined && fitsInMemory ? makeFolder(memory) : undefined
  if (inMemory && canRunFrom(inMemory.path)) return inMemory
  inMemory?.remove()
  return makeFolder(tempDirectory ?? tmpdir())
}

function removeFolder(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // A process is still writing there; the next run removes it.
  }
}

function makeFolder(parent) {
  removeLeftovers(parent)
  const path = mkdtempSync(join(parent, `lintel-tests-${process.pid}-`))
  // The database runs under another account, which must be able to traverse the folder.
  chmodSync(path, 0o711)
  return { path, remove: () => removeFolder(path) }
}
