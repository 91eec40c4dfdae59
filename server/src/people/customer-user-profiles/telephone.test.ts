import { expect, test } from 'vitest'
import { expectInTime } from '../../../test/expect-in-time'
import { telephone } from './telephone'

test.each([
  ['+47 22  33-44', '+47 22  33-44'],
  [' +47 900 ', '+47 900'],
  ['(425) 555-0100', '425 555-0100'],
  ['tel:+1-201-555-0123', '+1-201-555-0123'],
  ['tel:+1-201-555-0123;ext=5', '+1-201-555-0123'],
  ['555.555.5555', '555 555 5555'],
  ['+47 (0) 22.33.44', '+47 22 33 44'],
  ['(0)22 33 44', '22 33 44'],
  ['089/123456', '089 123456'],
  ['+47 22 33 44 x5', '+47 22 33 44'],
  ['+47 22 33 44 (ext. 5)', '+47 22 33 44'],
  ['22334455#5', '22334455'],
  ['22334455, 66778899', '22334455'],
  ['Mobile: 22 33 44 (private)', '22 33 44'],
  ['\u202A+47\u00A022\u202C', '+47 22'],
  ['ask at the gate', ''],
  ['+', ''],
  ['1'.repeat(41), ''],
])('a telephone number as directories write it: %s', (text, kept) => {
  expect(telephone(text)).toBe(kept)
})

test('a long text is read in no time', () => {
  for (const part of ['(0', ' ', '1', '(0)', '1 (', '+']) {
    const started = performance.now()
    expect(telephone(part.repeat(300_000)).length).toBeLessThan(41)
    expectInTime(performance.now() - started, 1_000)
  }
})
