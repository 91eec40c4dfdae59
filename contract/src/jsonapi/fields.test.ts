import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colour, day, email, flag, instant, inUtc, line, name, newEmail, paragraph, webAddress } from './fields'

test('a line is trimmed and has no control characters, line breaks or direction overrides', () => {
  expect(line().parse('  Ærlig & Sønn 施工 👷🏽‍♀️ ')).toBe('Ærlig & Sønn 施工 👷🏽‍♀️')
  for (const text of ['a\nb', 'a\tb', 'a\u0000b', 'a\u0085b', 'a\u202eb', 'a\u2066b', 'a\ud83cb', '\udfd7']) {
    expect(line().safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe('controlCharacters')
  }
})

test('a line of blanks is an empty line, and no name', () => {
  expect(line().parse('   ')).toBe('')
  expect(name().safeParse('   ').error?.issues[0]?.message).toBe('required')
})

test('the length of a line is counted after trimming', () => {
  expect(line(3).parse('  abc  ')).toBe('abc')
  expect(line(3).safeParse('abcd').error?.issues[0]?.message).toBe('tooLong')
})

// With a pattern that takes quadratic time this does not end within the time of a test.
test.each([
  ['email', email, (run: string) => `${run}@`],
  ['email', email, (run: string) => `a@${run}!`],
  ['newEmail', newEmail, (run: string) => `${run}@`],
  ['newEmail', newEmail, (run: string) => `a@${run}!`],
])('H4: an address of any length is refused as %s in linear time', (_, schema, make) => {
  for (const part of ['a', 'a.', 'aa.', 'a-', '.']) {
    const refused = schema.safeParse(make(part.repeat(500_000)))
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['tooLong', 'invalidEmail'])
  }
})

test('a paragraph may break lines', () => {
  expect(paragraph().parse('one\n\ttwo')).toBe('one\n\ttwo')
  expect(paragraph().safeParse('one\u0007').success).toBe(false)
})

test('F6: an email is lower-cased ASCII; quotes, commas, line breaks and look-alikes are refused', () => {
  expect(email.parse('  Anna.Nordli+x@NordBygg.example ')).toBe('anna.nordli+x@nordbygg.example')
  const refused = [
    'a@b',
    'a b@c.no',
    '"a"@b.no',
    'a@b.no,c@d.no',
    'a@b.no\nBcc: c@d.no',
    'a(x)@b.no',
    '<a@b.no>',
    'a@b.n0',
    // The Kelvin sign lower-cases to k: it must not become somebody else's address.
    '\u212Aari@b.no',
    'ａ@b.no',
  ]
  for (const text of refused) {
    expect(email.safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe('invalidEmail')
  }
})

test('F6: whatever is accepted as an email is one ASCII word with one @', () => {
  const almost = fc.stringMatching(/^[A-Za-z0-9._%+\-@ ,"<>()\nK]{3,40}$/)
  fc.assert(
    fc.property(almost, (text) => {
      const parsed = email.safeParse(text)
      if (parsed.success) expect(parsed.data).toMatch(/^[a-z0-9._%+-]+@[a-z0-9.-]+$/)
    }),
  )
})

const unreachable = ['.a@b.com', 'a.@b.com', 'a..b@c.com', 'a@b..com', 'a@.b.com', 'a@-b.com', 'a@b-.com', 'a@b.-c.com']

test.each(unreachable)('S16: %s is no address of somebody new, and one that is stored still signs in', (text) => {
  expect(newEmail.safeParse(text).error?.issues[0]?.message).toBe('invalidEmail')
  expect(email.parse(text)).toBe(text)
})

test('S16: dots and dashes stand in an address where they may', () => {
  for (const text of ['a.b-c_d+e%f@b-c.d.example', '_@b.no', 'a-@b.no', '1@2-3.no', 'a@xn--bcher-kva.example'])
    expect(newEmail.parse(text)).toBe(text)
})

test('S16: a long address is judged at once', () => {
  for (const part of ['a', 'a-', 'a.', '-'])
    expect(newEmail.safeParse(`a@${part.repeat(240 / part.length)}`).success).toBe(false)
})

test('a web address is http or https', () => {
  expect(webAddress.parse('https://nordbygg.example/a?b')).toBe('https://nordbygg.example/a?b')
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'nordbygg.example', '//nordbygg.example', 'ftp://x']) {
    expect(webAddress.safeParse(text).success, text).toBe(false)
  }
})

test('H7: a colour is six hexadecimal digits in lower case', () => {
  expect(colour.parse('#2554c7')).toBe('#2554c7')
  for (const text of ['2554c7', '#2554C7', '#fff', '#2554c7;x', 'red'])
    expect(colour.safeParse(text).success).toBe(false)
})

test('a flag is the word true or false', () => {
  expect([flag.parse('true'), flag.parse('false')]).toEqual([true, false])
  expect(flag.safeParse('1').success).toBe(false)
})

test('a day is one of the calendar, of the years that the database has', () => {
  for (const text of ['0001-01-01', '2028-02-29', '9999-12-31']) expect(day.parse(text)).toBe(text)
  for (const text of ['0000-01-01', '2026-02-29', '2026-1-1', '10000-01-01', '2026-01-01T00:00:00Z', ''])
    expect(day.safeParse(text).success, text).toBe(false)
})

test.each([
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
  ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00Z'],
  ['2020-01-01T00:00:00+23:59', '2019-12-31T00:01:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999Z'],
  ['2026-03-01T10:00:00.1234567+01:00', '2026-03-01T09:00:00.123456Z'],
  [`2026-03-01T10:00:00.${'5'.repeat(1_000)}Z`, '2026-03-01T10:00:00.555555Z'],
])('an instant is taken in as one of UTC, to the microsecond: %s', (text, taken) => {
  expect(instant.parse(text)).toBe(taken)
  expect(inUtc(text)).toBe(taken)
})

test.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+24:00',
  'yesterday',
  '',
])('%s is no instant, which is said once', (text) => {
  expect(instant.safeParse(text).error?.issues).toHaveLength(1)
  expect(inUtc(text)).toBeUndefined()
})
