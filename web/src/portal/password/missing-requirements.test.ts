import { unmetPasswordRequirements } from '@lintel/contract/identity/passwords'
import { expect, test } from 'vitest'
import { missingRequirements, requirementStates } from './missing-requirements'

const strict = { minimumLength: 10, minimumLowercase: 1, minimumUppercase: 1, minimumDigits: 2, minimumSymbols: 1 }

test('what is missing is counted, part by part', () => {
  expect(missingRequirements(strict, 'abc1')).toEqual([
    { what: 'characters', count: 6 },
    { what: 'uppercase', count: 1 },
    { what: 'digits', count: 1 },
    { what: 'symbols', count: 1 },
  ])
})

test('nothing is missing exactly when the server’s own check finds nothing', () => {
  for (const typed of [
    '',
    'a',
    'Abcdefg12!',
    'abcdefghijklmn',
    'ÅÄÖåäö12#x',
    '👍👍👍👍👍👍aA12',
    'Ａｂ１２３４５６７!',
  ]) {
    expect(missingRequirements(strict, typed).length === 0, typed).toBe(
      unmetPasswordRequirements(strict, typed).length === 0,
    )
  }
  expect(missingRequirements(strict, 'Abcdefg12!')).toEqual([])
})

test('more than enough counts as enough, and without rules nothing is asked', () => {
  expect(requirementStates({ ...strict, minimumUppercase: 0 }, 'ABCdef1234567!!')).toEqual([
    { what: 'characters', count: 10, metCount: 10 },
    { what: 'lowercase', count: 1, metCount: 1 },
    { what: 'digits', count: 2, metCount: 2 },
    { what: 'symbols', count: 1, metCount: 1 },
  ])
  expect(requirementStates(undefined, '')).toEqual([])
})
