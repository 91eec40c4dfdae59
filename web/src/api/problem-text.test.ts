import { expect, test } from 'vitest'
import { problemTexts } from '../i18n/problem-texts'
import { CallFailure, NoResponse } from './failure'
import { fieldText, problemText } from './problem-text'

const failed = (status: number, ...codes: string[]) =>
  // A newer server may send other codes; only this page's own ones have texts.
  new CallFailure(status, codes.map((code) => ({ status: `${status}`, code, title: '' })) as never, undefined)

test('a failure is told by its first problem', () => {
  expect(problemText(failed(429, 'tooManyRequests', 'required'))).toBe(problemTexts.tooManyRequests)
})

test('an answer that is not ours, and a problem without words, are an error of ours', () => {
  for (const failure of [failed(502), failed(500, 'newerThanThisPage'), failed(500, 'toString'), new TypeError('x')]) {
    expect(problemText(failure)).toBe(problemTexts.internal)
  }
})

test('no answer at all is told from that', () => {
  expect(problemText(new NoResponse(undefined)).message).toContain('There is no connection to the server.')
})

test('a field says what its schema says, and that it is not valid when there are no words', () => {
  expect(fieldText('required')).toBe(problemTexts.required)
  expect(fieldText('tooLong:200')).toMatchObject({ values: { limit: 200 } })
  expect(fieldText('tooLong')).toBe(problemTexts.tooLong)
  expect(fieldText('Too big: expected string to have <=10 characters')).toBe(problemTexts.invalid)
})
