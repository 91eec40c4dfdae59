import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTable } from './access-table'
import { ChangedMeanwhile, changeRole, isUnderWay } from './change-role'

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
const matrix: AccessMatrix = {
  cursor: '7',
  organizations: [],
  people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
  administrators: [],
  projects: [
    {
      ...{ id: 'harbour', name: 'Barcode Harbour', externalId: null, isHibernated: false, isLibrary: false },
      ...{ members: '0u', ends: [[0, soon]] },
    },
  ],
}

/** The server's one membership, by attributes and relations; what was asked of it; whether it refuses changes. */
let member: Record<string, unknown> | undefined
let providers: string[]
let asked: [method: string, body: unknown][]
let refuses: boolean

const membership = () => ({
  type: 'project-members',
  id: 'harbour.mei',
  attributes: member,
  relationships: { providers: { data: providers.map((id) => ({ type: 'sso-providers', id })) } },
  meta: { version: 1 },
})

beforeEach(() => {
  member = { privilegeLevel: 10, accessUntil: soon, expirationDate: null }
  providers = ['google']
  asked = []
  refuses = false
  vi.stubGlobal('fetch', async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json({ data: member ? [membership()] : [] })
    const data = body === undefined ? undefined : JSON.parse(body).data
    asked.push([method, data])
    if (refuses) return Response.json({ errors: [{ status: '403', code: 'forbidden' }] }, { status: 403 })
    member = method === 'DELETE' ? undefined : { ...member, ...data.attributes }
    return Response.json({ data: membership() })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What the last change carried. */
const attributes = () => (asked.at(-1)?.[1] as { attributes: object } | undefined)?.attributes

const cell = { person: 0, project: 0 }

test('a membership that is given back is what it was, end and login methods, and nobody is mailed', async () => {
  const table = openTable(matrix)
  const { before, removed } = await changeRole(table, { ...cell, level: 0 })
  expect([before, member, table.level(0, 0), table.endAt(0, 0)]).toEqual([10, undefined, 0, undefined])
  await changeRole(table, { ...cell, level: before, restored: removed })
  const [method, data] = asked.at(-1) ?? []
  expect(method).toBe('POST')
  expect(data).toMatchObject({
    attributes: { privilegeLevel: 10, accessUntil: soon, sendInvitation: false },
    relationships: { providers: { data: [{ id: 'google' }] } },
  })
  expect(attributes()).not.toHaveProperty('expirationDate')
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([10, soon])
})

test('a guest who is given back ends by the expiration date', async () => {
  member = { privilegeLevel: 5, accessUntil: null, expirationDate: soon }
  const table = openTable(matrix)
  table.set(0, 0, 5, soon)
  const { before, removed } = await changeRole(table, { ...cell, level: 0 })
  await changeRole(table, { ...cell, level: before, restored: removed })
  expect(attributes()).toMatchObject({ privilegeLevel: 5, expirationDate: soon, sendInvitation: false })
  expect(attributes()).not.toHaveProperty('accessUntil')
})

test('somebody who is added is no old membership: they get the role alone and are invited', async () => {
  member = undefined
  const table = openTable(matrix)
  table.set(0, 0, 0)
  await changeRole(table, { ...cell, level: 15 })
  expect(asked.map(([method]) => method)).toEqual(['POST'])
  expect(attributes()).toEqual({ privilegeLevel: 15 })
})

test('of several changes that fail no role stays that never was', async () => {
  refuses = true
  const table = openTable(matrix)
  const changes = ([15, 0, 20] as const).map((level) => changeRole(table, { ...cell, level }))
  expect(table.level(0, 0)).toBe(20)
  const outcomes = await Promise.allSettled(changes)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([10, soon])
  expect(isUnderWay('mei@nordbygg.example', 'harbour')).toBe(false)
})

test('after a change that failed the next is made from what the server has, and back to that is none', async () => {
  const table = openTable(matrix)
  refuses = true
  const first = changeRole(table, { ...cell, level: 15 })
  const second = changeRole(table, { ...cell, level: 10 })
  await expect(first).rejects.toMatchObject({ code: 'forbidden' })
  await expect(second).resolves.toEqual({ before: 10, removed: undefined })
  expect(asked).toHaveLength(1)
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([10, soon])
})

test('what somebody else made of the cell meanwhile is shown, and no later change goes over it unseen', async () => {
  member = { privilegeLevel: 20, accessUntil: null, expirationDate: null }
  const table = openTable(matrix)
  const outcomes = await Promise.allSettled([
    changeRole(table, { ...cell, level: 15 }),
    changeRole(table, { ...cell, level: 0 }),
  ])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(ChangedMeanwhile) })
  expect([asked, table.level(0, 0), table.endAt(0, 0)]).toEqual([[], 20, undefined])
})
