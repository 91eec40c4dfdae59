import { expect, test } from 'vitest'
import { changeSetInputs } from './change-set-inputs'

test('too many people to remove from all projects are too many rows, not a text that is too long', () => {
  const removal = (count: number) =>
    changeSetInputs['remove-from-all-projects'].safeParse({ users: Array.from({ length: count }, () => 'a@b.example') })
  expect(removal(10_000).success).toBe(true)
  expect(removal(10_001).error?.issues.map(({ message }) => message)).toEqual(['tooManyRows'])
})
