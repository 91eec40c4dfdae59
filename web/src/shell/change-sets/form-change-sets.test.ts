import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { NoResponse } from '../../api/failure'
import { RowRefused } from './apply-immediately'
import { formChangeSets } from './form-change-sets'

const request = { kind: 'roles', customer: 'nord', input: { cells: [{ user: 'mei@nord.example' }] } } as const

/** A form whose only request got no answer; repeating it finds this conflict. */
async function unansweredForm(conflict: 'changedMeanwhile' | 'owner') {
  let sent = 0
  const changeSets = formChangeSets(async () => {
    sent += 1
    if (sent === 1) throw new NoResponse(undefined)
    const rows = [{ outcome: 'conflict', conflict, object: { user: 'mei@nord.example' } }]
    return { id: 'set', state: 'planned', rows } as unknown as ChangeSet
  })
  await expect(changeSets.apply(request, { version: 1 })).rejects.toThrow(NoResponse)
  return changeSets
}

test('a request without an answer that was not applied before others changed the data is forgotten', async () => {
  const changeSets = await unansweredForm('changedMeanwhile')
  expect(changeSets.isUnanswered({ version: 1 })).toBe(false)
  expect(changeSets.isUnanswered({ version: 2 })).toBe(true)
  expect(await changeSets.repeatUnanswered({ version: 2 })).toBeUndefined()
  expect(changeSets.isUnanswered({ version: 2 })).toBe(false)
})

test('any other conflict of such a request is a failure', async () => {
  const changeSets = await unansweredForm('owner')
  await expect(changeSets.repeatUnanswered({ version: 2 })).rejects.toThrow(RowRefused)
})
