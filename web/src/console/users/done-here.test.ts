import { expect, test } from 'vitest'
import { DoneHere } from './done-here'

test('a change set that its toast undid is not undone again: what was done before it is the next to be taken back', () => {
  const done = new DoneHere()
  const cell = { user: 'mei@nordbygg.example', project: 'harbour', level: 10, removed: undefined } as const
  const changeSet = (id: string) => ({ changeSet: { id, kind: 'roles' as const } })
  done.add(changeSet('first'))
  done.add(cell)
  done.add(changeSet('second'))
  done.forget('second')
  expect([done.takeLast(), done.takeLast(), done.takeLast()]).toEqual([cell, changeSet('first'), undefined])
})
