import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTable } from './access-table'
import { keepFresh, type LiveTerms } from './live-table'

const project = { externalId: null, isHibernated: false, isLibrary: false, ends: [] }
const lasting = { directoryLevel: null, expirationDate: null, accessUntil: null }
const matrix: AccessMatrix = {
  cursor: '7',
  organizations: [],
  people: [
    ['mei@nordbygg.example', 'Mei Zhang', -1, ''],
    ['ola@nordbygg.example', 'Ola Berge', -1, ''],
  ],
  administrators: [],
  imported: [],
  provisioned: [],
  guests: [],
  omittedProjects: 0,
  projects: [{ ...project, id: 'harbour', name: 'Barcode Harbour', members: '0u0w' }],
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function follow(terms: Partial<LiveTerms> = {}) {
  const table = openTable(matrix)
  const asked: string[] = []
  const told: string[] = []
  const { onChange } = keepFresh({
    table: () => table,
    readMember: async (id) => {
      asked.push(id)
      return { user: 'mei@nordbygg.example', project: 'harbour', privilegeLevel: 20, ...lasting }
    },
    readProject: async () => new Map([['ola@nordbygg.example', { privilegeLevel: 15, ...lasting } as const]]),
    isUnderWay: () => false,
    settled: async () => {},
    isOwn: () => false,
    reload: async () => told.push('reload'),
    onType: (type) => told.push(type),
    ...terms,
  })
  return { table, asked, told, onChange }
}
const member = (id: string | null) => ({ type: 'project-members', id, version: 2 })

test('another administrator’s change is read for that cell alone, and once however often it is told', async () => {
  const { table, asked, told, onChange } = follow()
  onChange(member('harbour.mei'))
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([asked, table.level(0, 0), table.level(1, 0)]).toEqual([['harbour.mei'], 20, 15])
  expect(told).not.toContain('reload')
})

test('a membership that a directory gave meanwhile is shown as managed by it, and no longer when it is not', async () => {
  let directoryLevel: 20 | null = 20
  const { table, onChange } = follow({
    readMember: async () => ({
      ...{ user: 'mei@nordbygg.example', project: 'harbour', privilegeLevel: 20, ...lasting },
      directoryLevel,
    }),
  })
  expect(table.isManaged(0, 0)).toBe(false)
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect(table.isManaged(0, 0)).toBe(true)
  directoryLevel = null
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([table.level(0, 0), table.isManaged(0, 0)]).toEqual([20, false])
})

test('a change alone is read at once, those that follow it closely are read together', async () => {
  const { asked, told, onChange } = follow()
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['harbour.mei'])
  for (const user of ['a', 'b']) {
    onChange(member(`harbour.${user}`))
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(120)
  expect(asked).toEqual(['harbour.mei', 'harbour.a', 'harbour.b'])
  await vi.advanceTimersByTimeAsync(120)
  // Many of them are cheaper read as a whole, whether or not the first was read alone.
  for (let at = 0; at < 25; at += 1) {
    onChange(member(`harbour.${at}`))
    await vi.advanceTimersByTimeAsync(2)
  }
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.slice(3)).toEqual(['harbour.0'])
  expect(told.filter((each) => each === 'reload')).toHaveLength(1)
})

test('a membership that ended is found by reading its project', async () => {
  const { table, told, onChange } = follow({ readMember: async () => undefined })
  onChange({ ...member('harbour.mei'), version: null })
  await vi.advanceTimersByTimeAsync(200)
  expect([table.level(0, 0), table.level(1, 0)]).toEqual([0, 15])
  expect(told).not.toContain('reload')
})

test('a cell that is being changed here is left to its own answer', async () => {
  const { table, onChange } = follow({ isUnderWay: () => true })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect(table.level(0, 0)).toBe(10)
})

test('many changes, changes told as one, other people and other projects read the whole again, once', async () => {
  const { told, asked, onChange } = follow()
  const reloads = () => told.filter((each) => each === 'reload').length
  onChange(member(null))
  onChange(member('harbour.mei'))
  onChange({ type: 'projects', id: 'new', version: 1 })
  await vi.advanceTimersByTimeAsync(200)
  expect(reloads()).toBe(1)
  onChange({ type: 'customer-user-profiles', id: 'p', version: 2 })
  await vi.advanceTimersByTimeAsync(200)
  expect(reloads()).toBe(2)
  for (let at = 0; at < 25; at += 1) onChange(member(`harbour.${at}`))
  await vi.advanceTimersByTimeAsync(200)
  expect(reloads()).toBe(3)
  expect(asked).toEqual([])
})

test('somebody whom the table does not have yet, and a read that failed, read the whole again', async () => {
  const stranger = { user: 'new@partner.example', project: 'harbour', privilegeLevel: 10, ...lasting } as const
  const one = follow({ readMember: async () => stranger })
  one.onChange(member('harbour.new'))
  const other = follow({ readMember: async () => Promise.reject(new Error('away')) })
  other.onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([one.told, other.told].map((told) => told.includes('reload'))).toEqual([true, true])
})

test('whatever shows records of the type reads them again', () => {
  const { told, onChange } = follow()
  onChange({ type: 'invitations', id: 'i', version: 2 })
  expect(told).toEqual(['invitations'])
})

test('a version that was made here is not read again: its answer is in the table', async () => {
  const { table, asked, onChange } = follow({ isOwn: (id, version) => id === 'harbour.mei' && version === 2 })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([asked, table.level(0, 0)]).toEqual([[], 10])
  onChange({ ...member('harbour.mei'), version: 3 })
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual(['harbour.mei'])
})

/** People who are provisioned, 200 ms apart, while the table takes two seconds to come. */
async function provision(onChange: (change: ReturnType<typeof member>) => void, people: number) {
  for (let at = 0; at < people; at += 1) {
    onChange({ type: 'customer-user-profiles', id: `p${at}`, version: 1 })
    await vi.advanceTimersByTimeAsync(200)
  }
}

test('of people who are provisioned one after the other the table is read time and again, each time to its end', async () => {
  const readings: { began: number; ended?: number }[] = []
  const { onChange } = follow({
    reload: async () => {
      const reading: (typeof readings)[number] = { began: Date.now() }
      readings.push(reading)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      reading.ended = Date.now()
    },
  })
  await provision(onChange, 100)
  const last = Date.now() - 200
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readings.length).toBeGreaterThan(3)
  expect(readings.length).toBeLessThanOrEqual(10)
  for (const [at, { began }] of readings.entries()) {
    expect(began).toBeGreaterThanOrEqual(readings[at - 1]?.ended ?? 0)
  }
  expect(readings.at(-1)?.began).toBeGreaterThanOrEqual(last)
})

test('a cell that somebody changes while the whole is read is read alone and does not wait for it', async () => {
  const { table, onChange } = follow({ reload: () => new Promise(() => {}) })
  await provision(onChange, 2)
  onChange({ type: 'customer-user-profiles', id: 'p', version: 1 })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect(table.level(0, 0)).toBe(20)
})
