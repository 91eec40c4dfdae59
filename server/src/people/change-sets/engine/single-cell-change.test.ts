import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { captureStatements } from '../../../../test/capture-statements'
import { world } from '../../../../test/world'

const { as } = await world()
const customer = customerId('nordbygg')
const astrid = as('astrid')
const mei = { user: 'mei@nordbygg.example', project: projectId('NB-2042') }
const change = (cell: RoleCell) =>
  astrid.post(changeSets, { kind: 'roles', customer, input: { cells: [cell] }, apply: 'whenClean' } as never)

test('a change of one cell takes four statements within its transaction, its undo seven', async () => {
  // The session is read once a second, and the first request opens connections.
  await change({ ...mei, level: 15 })
  let id = ''
  const changed = await captureStatements(async () => {
    const set = await change({ ...mei, level: 20, expected: 15 })
    expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
    id = set.id
  })
  expect(statementsWithin(changed)).toHaveLength(4)
  const undone = await captureStatements(() => astrid.call(undoChangeSet, { parameters: { id }, body: {} }))
  expect(statementsWithin(undone)).toHaveLength(7)
})

/** The statements between begin and commit. */
function statementsWithin(statements: readonly string[]): string[] {
  const [begin, end] = [statements.indexOf('begin'), statements.lastIndexOf('commit')]
  expect(begin).toBeGreaterThanOrEqual(0)
  return statements.slice(begin + 1, end)
}
