import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTestFolder } from './test-folder.mjs'

const largeMemory = 64 * 2 ** 30
let parent
const made = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lintel-place-'))
})
afterEach(() => {
  for (const each of made.splice(0)) each.remove()
  rmSync(parent, { recursive: true, force: true })
})
const make = (options) => {
  const folder = makeTestFolder(options)
  made.push(folder)
  return folder
}

test('where there is little memory the tests write to the disk', () => {
  expect(dirname(make({ free: 2 ** 30, tempDirectory: undefined }).path)).toBe(tmpdir())
})

test('a folder that is not in memory, or is not there, is left alone', () => {
  expect(dirname(make({ memory: '/proc', free: largeMemory, tempDirectory: undefined }).path)).toBe(tmpdir())
  expect(dirname(make({ memory: join(parent, 'none'), free: largeMemory, tempDirectory: undefined }).path)).toBe(
    tmpdir(),
  )
  expect(readdirSync(parent)).toEqual([])
})

test('whoever names a folder gets it there, with a way through for the account of the database', () => {
  const { path, remove } = make({ free: largeMemory, tempDirectory: parent })
  expect(dirname(path)).toBe(parent)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o711)
  writeFileSync(join(path, 'held'), '')
  remove()
  expect(readdirSync(parent)).toEqual([])
})

test('what a run has left that was ended is removed, of one that goes on and of anybody else nothing', () => {
  // No process has this id: it is above the largest that Linux assigns.
  const leftover = join(parent, 'lintel-tests-4194305-abc')
  const running = join(parent, `lintel-tests-${process.ppid}-abc`)
  const other = join(parent, 'somebody-else')
  for (const path of [leftover, running, other]) mkdirSync(path)
  make({ free: largeMemory, tempDirectory: parent })
  expect(existsSync(leftover)).toBe(false)
  expect(existsSync(running)).toBe(true)
  expect(existsSync(other)).toBe(true)
})
