import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AccessTable, createAccessTable } from './access-table'
import { createTableUpdater, type TableMember, type TableUpdaterOptions } from './live-table'
import { TableVersions } from './table-versions'

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

async function follow(terms: Partial<TableUpdaterOptions> = {}) {
  const versions = new TableVersions(() => {})
  const table = await versions.read(async (onWrite) => createAccessTable(matrix, onWrite))
  const readIds: string[] = []
  const notifications: string[] = []
  const { onChange } = createTableUpdater({
    versions,
    table: () => table,
    readMember: async (id) => {
      readIds.push(id)
      return { user: 'mei@nordbygg.example', project: 'harbour', privilegeLevel: 20, ...lasting }
    },
    readProject: async () => new Map([['ola@nordbygg.example', { privilegeLevel: 15, ...lasting } as const]]),
    isPending: () => false,
    waitUntilSettled: async () => {},
    isLocal: () => false,
    reload: async () => notifications.push('reload'),
    onType: (type) => notifications.push(type),
    ...terms,
  })
  return { versions, table, readIds, notifications, onChange }
}
const member = (id: string | null) => ({ type: 'project-members', id, version: 2 })

test('another administrator’s change is read for that cell alone, and once however often it is told', async () => {
  const { table, readIds, notifications, onChange } = await follow()
  onChange(member('harbour.mei'))
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([readIds, table.level(0, 0), table.level(1, 0)]).toEqual([['harbour.mei'], 20, 15])
  expect(notifications).not.toContain('reload')
})

test('a membership that a directory gave meanwhile is shown as managed by it, and no longer when it is not', async () => {
  let directoryLevel: 20 | null = 20
  const { table, onChange } = await follow({
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
  const { readIds, notifications, onChange } = await follow()
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(1)
  expect(readIds).toEqual(['harbour.mei'])
  for (const user of ['a', 'b']) {
    onChange(member(`harbour.${user}`))
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(readIds).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(120)
  expect(readIds).toEqual(['harbour.mei', 'harbour.a', 'harbour.b'])
  await vi.advanceTimersByTimeAsync(120)
  // Many changes are cheaper to read with the whole table, even if the first one was read individually.
  for (let at = 0; at < 25; at += 1) {
    onChange(member(`harbour.${at}`))
    await vi.advanceTimersByTimeAsync(2)
  }
  await vi.advanceTimersByTimeAsync(200)
  expect(readIds.slice(3)).toEqual(['harbour.0'])
  expect(notifications.filter((each) => each === 'reload')).toHaveLength(1)
})

test('a membership that ended is found by reading its project', async () => {
  const { table, notifications, onChange } = await follow({ readMember: async () => undefined })
  onChange({ ...member('harbour.mei'), version: null })
  await vi.advanceTimersByTimeAsync(200)
  expect([table.level(0, 0), table.level(1, 0)]).toEqual([0, 15])
  expect(notifications).not.toContain('reload')
})

test('a cell that is being changed here is left to its own answer', async () => {
  const { table, onChange } = await follow({ isPending: () => true })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect(table.level(0, 0)).toBe(10)
})

test('many changes, changes told as one, other people and other projects read the whole again, once', async () => {
  const { notifications, readIds, onChange } = await follow()
  const reloads = () => notifications.filter((each) => each === 'reload').length
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
  expect(readIds).toEqual([])
})

test('somebody whom the table does not have yet, and a read that failed, read the whole again', async () => {
  const stranger = { user: 'new@partner.example', project: 'harbour', privilegeLevel: 10, ...lasting } as const
  const one = await follow({ readMember: async () => stranger })
  one.onChange(member('harbour.new'))
  const other = await follow({ readMember: async () => Promise.reject(new Error('away')) })
  other.onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([one.notifications, other.notifications].map((notifications) => notifications.includes('reload'))).toEqual([
    true,
    true,
  ])
})

test('whatever shows records of the type reads them again', async () => {
  const { notifications, onChange } = await follow()
  onChange({ type: 'invitations', id: 'i', version: 2 })
  expect(notifications).toEqual(['invitations'])
})

test('a version that was made here is not read again: its answer is in the table', async () => {
  const { table, readIds, onChange } = await follow({ isLocal: (id, version) => id === 'harbour.mei' && version === 2 })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect([readIds, table.level(0, 0)]).toEqual([[], 10])
  onChange({ ...member('harbour.mei'), version: 3 })
  await vi.advanceTimersByTimeAsync(200)
  expect(readIds).toEqual(['harbour.mei'])
})

/** Provisions people every 200 ms while loading the table takes two seconds. */
async function provision(onChange: (change: ReturnType<typeof member>) => void, people: number) {
  for (let at = 0; at < people; at += 1) {
    onChange({ type: 'customer-user-profiles', id: `p${at}`, version: 1 })
    await vi.advanceTimersByTimeAsync(200)
  }
}

test('of people who are provisioned one after the other the table is read time and again, each time to its end', async () => {
  const reads: { began: number; ended?: number }[] = []
  const { onChange } = await follow({
    reload: async () => {
      const read: (typeof reads)[number] = { began: Date.now() }
      reads.push(read)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      read.ended = Date.now()
    },
  })
  await provision(onChange, 100)
  const last = Date.now() - 200
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads.length).toBeGreaterThan(3)
  expect(reads.length).toBeLessThanOrEqual(10)
  for (const [at, { began }] of reads.entries()) {
    expect(began).toBeGreaterThanOrEqual(reads[at - 1]?.ended ?? 0)
  }
  expect(reads.at(-1)?.began).toBeGreaterThanOrEqual(last)
})

test('a cell that somebody changes while the whole is read is read alone and does not wait for it', async () => {
  const { table, onChange } = await follow({ reload: () => new Promise(() => {}) })
  await provision(onChange, 2)
  onChange({ type: 'customer-user-profiles', id: 'p', version: 1 })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  expect(table.level(0, 0)).toBe(20)
})

/** Requests in progress, in order; the test answers each. */
function requests<Answer>() {
  const waiting: ((answer: Answer) => void)[] = []
  return {
    waiting,
    request: () => new Promise<Answer>((resolve) => waiting.push(resolve)),
    async answer(at: number, answer: Answer) {
      waiting[at]?.(answer)
      await vi.advanceTimersByTimeAsync(200)
    },
  }
}
const mei = 'mei@nordbygg.example'
const ola = 'ola@nordbygg.example'
const withRole = (privilegeLevel: 10 | 15 | 20): TableMember => ({ privilegeLevel, ...lasting })
const memberOf = (user: string, level: 10 | 15 | 20) => ({ user, project: 'harbour', ...withRole(level) })

test('a project in which somebody else is removed while it is being read is read once more, and not twice at once', async () => {
  const projects = requests<ReadonlyMap<string, TableMember>>()
  const { table, onChange } = await follow({ readMember: async () => undefined, readProject: projects.request })
  onChange(member('harbour.mei'))
  await vi.advanceTimersByTimeAsync(200)
  onChange(member('harbour.ola'))
  onChange(member('harbour.guest'))
  await vi.advanceTimersByTimeAsync(200)
  expect(projects.waiting).toHaveLength(1)
  // The server read this list before the second removal.
  await projects.answer(0, new Map([[ola, withRole(15)]]))
  await vi.advanceTimersByTimeAsync(5_000)
  await projects.answer(1, new Map())
  await vi.advanceTimersByTimeAsync(5_000)
  expect([table.level(0, 0), table.level(1, 0), projects.waiting.length]).toEqual([0, 0, 2])
})

test('a list of members does not replace what was chosen here or read alone since it was requested', async () => {
  const projects = requests<ReadonlyMap<string, TableMember>>()
  const { table, onChange } = await follow({
    readMember: async (id) => (id === 'harbour.ola' ? memberOf(ola, 20) : undefined),
    readProject: projects.request,
  })
  onChange(member('harbour.gone'))
  await vi.advanceTimersByTimeAsync(200)
  table.set(0, 0, 20)
  onChange(member('harbour.ola'))
  await vi.advanceTimersByTimeAsync(200)
  await projects.answer(0, new Map([mei, ola].map((user) => [user, withRole(15)])))
  expect([table.level(0, 0), table.level(1, 0)]).toEqual([20, 20])
})

test('of two answers about a cell the one that was requested last counts, and a choice made here more than an earlier request', async () => {
  const members = requests<Awaited<ReturnType<TableUpdaterOptions['readMember']>>>()
  const { table, onChange } = await follow({ readMember: members.request })
  const change = async () => {
    onChange(member('harbour.mei'))
    await vi.advanceTimersByTimeAsync(200)
  }
  await change()
  await change()
  await members.answer(1, memberOf(mei, 20))
  await members.answer(0, memberOf(mei, 15))
  expect(table.level(0, 0)).toBe(20)
  // An earlier answer that arrives first does not stop the later one.
  await change()
  await change()
  await members.answer(2, memberOf(mei, 10))
  await members.answer(3, memberOf(mei, 15))
  expect(table.level(0, 0)).toBe(15)
  await change()
  table.set(0, 0, 20)
  await members.answer(4, memberOf(mei, 10))
  expect(table.level(0, 0)).toBe(20)
})

test('a member read before the whole table was requested changes neither that table nor the reload that is running', async () => {
  const members = requests<Awaited<ReturnType<TableUpdaterOptions['readMember']>>>()
  const tables = requests<AccessMatrix>()
  let shown: AccessTable | undefined
  const { table, versions, onChange } = await follow({ readMember: members.request, table: () => shown })
  shown = table
  for (const user of ['mei', 'ola']) {
    onChange(member(`harbour.${user}`))
    await vi.advanceTimersByTimeAsync(200)
  }
  const reload = versions.read(async (onWrite) => createAccessTable(await tables.request(), onWrite))
  await members.answer(0, memberOf(mei, 20))
  await tables.answer(0, matrix)
  shown = await reload
  await members.answer(1, memberOf(ola, 20))
  expect([table.level(0, 0), shown.level(0, 0), shown.level(1, 0)]).toEqual([20, 10, 15])
})
