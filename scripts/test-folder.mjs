// Where the tests put what nobody keeps: databases, uploads, the profiles of browsers.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30

/** Room for what the tests hold at most at one time, four times over; and what the rest of them, with three browsers, needs beside it. */
const wantedInMemory = { folder: 2 * gibibyte, free: 6 * gibibyte }

/** Of `tmpfs`, as `statfs` tells it. */
const tmpfsType = 0x01021994

/** Linux's folder in memory. */
const memoryFolder = '/dev/shm'

/** Bytes of memory that programs can still have without taking it from each other; 0 where that is not told. */
function freeMemory() {
  try {
    return Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Bytes that fit into a folder in memory; 0 for one on a disk, and where there is none. */
function roomInMemory(folder) {
  try {
    const { type, bavail, bsize } = statfsSync(folder)
    return type === tmpfsType ? bavail * bsize : 0
  } catch {
    return 0
  }
}

/** Containers may forbid to run anything from there, and the database's programs are copied beside its files where its account cannot reach them. */
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

/** Removes what runs have left that were ended before they could: memory would stay taken until the machine starts anew. */
function removeLeft(place) {
  for (const name of readdirSync(place)) {
    const pid = /^lintel-tests-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeFolder(join(place, name))
  }
}

/**
 * Makes a folder for one run of the tests, in memory where there is room for it: nobody reads again what they write, and writing it to a
 * disk took more than a fifth of the time. Whoever names a `TMPDIR` gets it there. `remove` takes it away with all that is in it.
 */
export function makeTestFolder({
  memory = memoryFolder,
  free = freeMemory(),
  given = process.env.TMPDIR || undefined,
} = {}) {
  const isRoomy = roomInMemory(memory) >= wantedInMemory.folder && free >= wantedInMemory.free
  const inMemory = given === undefined && isRoomy ? makeFolder(memory) : undefined
  if (inMemory && canRunFrom(inMemory.path)) return inMemory
  inMemory?.remove()
  return makeFolder(given ?? tmpdir())
}

function removeFolder(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // Somebody is writing there still: the next run takes it away.
  }
}

function makeFolder(place) {
  removeLeft(place)
  const path = mkdtempSync(join(place, `lintel-tests-${process.pid}-`))
  // The database runs by an account of its own, and has to come through.
  chmodSync(path, 0o711)
  return { path, remove: () => removeFolder(path) }
}
