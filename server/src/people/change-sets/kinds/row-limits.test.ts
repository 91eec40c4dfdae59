import { type ChangeSetInput, type ChangeSetKind, maxRowsByKind } from '@lintel/contract/people/change-set-inputs'
import { changeSets } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { captureStatements } from '../../../../test/capture-statements'
import { world } from '../../../../test/world'
import { assertRowLimit } from '../engine/assert-row-limit'

const { as } = await world()
const astrid = as('astrid')
const customer = customerId('nordbygg')
const project = projectId('NB-2042')
const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>) =>
  astrid.post(changeSets, { kind, customer, input } as never)
const people = (many: number) => Array.from({ length: many }, (_, at) => `p${at}@limit.example`)
const refusal = (limit: number) => ({
  status: 413,
  code: 'tooManyRows',
  problems: [expect.objectContaining({ meta: { limit } })],
})

test('H4: each kind has as many rows as is stated, imports more than what is done by hand', () => {
  expect(maxRowsByKind).toEqual({
    roles: 50_000,
    'copy-access': 50_000,
    'access-file': 200_000,
    'remove-from-all-projects': 50_000,
    invitations: 200,
    user: 50_000,
    'new-user': 201,
    'project-login-methods': 1,
    'ad-import': 200_000,
    organization: 1,
    'delete-organization': 50_000,
    'merge-organizations': 50_000,
    'import-organizations': 200_000,
    template: 1,
    'template-entries': 10_000,
    'template-drift': 50_000,
    'delete-template': 1,
    'dashboard-widgets': 200,
  })
  for (const [kind, limit] of Object.entries(maxRowsByKind) as [ChangeSetKind, number][]) {
    expect(() => assertRowLimit(kind, limit), kind).not.toThrow()
    expect(() => assertRowLimit(kind, limit + 1), kind).toThrow(expect.objectContaining({ code: 'tooManyRows' }))
  }
})

test('H4: cells beyond the limit are refused, and told how many there may be', async () => {
  const cells = people(50_001).map((user) => ({ user, project, level: 10 }))
  expect(await plan('roles', { cells: cells.slice(1) })).toMatchObject({
    state: 'planning',
    progress: { total: 50_000 },
  })
  await expect(plan('roles', { cells })).rejects.toMatchObject(refusal(50_000))
})

test('H4: so are people who are invited', async () => {
  const input = { project, level: 10, accessUntil: null }
  expect(await plan('invitations', { ...input, emails: people(200) })).toMatchObject({ summary: { total: 200 } })
  await expect(plan('invitations', { ...input, emails: people(201) })).rejects.toMatchObject(refusal(200))
})

test('a file is read before a transaction opens: one that is none takes no connection', async () => {
  const upload = (name: string, text: string) => {
    const file = Buffer.from(text).toString('base64')
    return plan('access-file', { name, file })
  }
  const good = await captureStatements(() => upload('access.csv', 'mei@nordbygg.example;NB-2103;Workflows;'))
  expect(good).toContain('begin')
  const bad = await captureStatements(() => expect(upload('x.xlsx', 'x')).rejects.toMatchObject({ status: 422 }))
  expect(bad.filter((statement) => /^(begin|insert|update|rollback)/.test(statement))).toEqual([])
})
