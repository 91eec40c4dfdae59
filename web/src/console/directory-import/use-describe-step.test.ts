import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { useDescribeImport, useDescribeStep } from './use-describe-step'

const row = (values: Partial<ChangeSetRow>): ChangeSetRow => ({
  ...{ number: 1, outcome: 'change', object: { user: 'lena@nordbygg.example' }, why: null, conflict: null },
  ...{ before: { privilegeLevel: 10 }, after: { privilegeLevel: 10 }, member: null, remains: false },
  ...values,
})

test('the table and the undo dialog name one action for a row: new details, no change, an error', async () => {
  const describe = renderHook(createQueryClient(), () => ({ inTable: useDescribeStep(), inUndo: useDescribeImport() }))
  await expect.poll(describe).toBeDefined()
  const actionsOf = (values: Partial<ChangeSetRow>) => {
    const { action, isNeeded } = describe()?.inTable(row(values)) ?? {}
    return [action, isNeeded, describe()?.inUndo(row(values)).after]
  }
  expect(actionsOf({})).toEqual(['Update details', true, 'Update details'])
  expect(actionsOf({ object: { group: 'Site' } })).toEqual(['Update details', true, 'Update details'])
  expect(actionsOf({ outcome: 'same' })).toEqual(['No change', false, 'No change'])
  expect(actionsOf({ outcome: 'conflict', conflict: 'malformedRow' })).toEqual(['Error', false, 'Error'])
})

test('a step names its project: by the row’s own name, or as the file does where there is no such project', async () => {
  const describe = renderHook(createQueryClient(), useDescribeStep)
  await expect.poll(describe).toBeDefined()
  const projectOf = (object: ChangeSetRow['object']) => describe()?.(row({ object })).project
  expect(projectOf({ user: 'lena@nordbygg.example', project: 'p', projectName: 'Harbour' })).toBe('Harbour')
  expect(projectOf({ group: 'Site', given: { project: 'NB-0000' } })).toBe('NB-0000')
})
