import { expect, test } from 'vitest'
import { proofsIn } from './security-proofs.mjs'

const number = 'D7'

/** A call with a numbered title, assembled so that this file itself contains none. */
const call = (what, words, quote = "'") => `${what}(${quote}${number}: ${words}${quote}, () => {})\n`

const wordsIn = (text) => proofsIn(text).proofs.map(({ words }) => words)

test('a test is found by its name, whatever stands in it, and however it is called', () => {
  const text = [
    call('test', 'a refresh “rotates” (`once`)', '"'),
    call('it', 'it’s somebody\\\'s "own"'),
    call('test.each(cases.map((one) => [one, (1 + 2) * 3]))', '%s is refused'),
    call('test.runIf(isHere())', 'it is here', '`'),
    call('test', 'is pushed to\n  the next line').replace('(', '(\n  '),
  ].join('')
  expect(wordsIn(text)).toEqual([
    'a refresh “rotates” (`once`)',
    'it’s somebody\'s "own"',
    '%s is refused',
    'it is here',
    'is pushed to',
  ])
  expect(proofsIn(text).problems).toEqual([])
})

test('a test may carry several numbers', () => {
  const text = call('test', 'both hold').replace('D7', 'D7, S4')
  expect(proofsIn(text).proofs).toEqual([{ numbers: ['D7', 'S4'], words: 'both hold' }])
})

test('a group is no proof', () => {
  expect(proofsIn(call('describe', 'refreshing') + call('describe.each(doors)', '%s'))).toEqual({
    proofs: [],
    problems: [],
  })
})

test.each([
  ['says nothing', call('test', '')],
  ['is made while it runs', call('test', `\${typed} is common`, '`')],
  ['is made while it runs', call('test', `"\${typed}" is common`, '`')],
  ['is not the name of a test', call('check', 'something')],
])('a name that %s is told, not listed', (reason, text) => {
  const { proofs, problems } = proofsIn(text)
  expect(proofs).toEqual([])
  expect(problems).toEqual([expect.stringContaining(reason)])
})
