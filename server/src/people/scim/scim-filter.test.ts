import { expect, test } from 'vitest'
import { type Filter, readFilter } from './scim-filter'

/** A filter as text with every group in parentheses. */
function shown(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${shown(filter.of[0])} ${filter.kind} ${shown(filter.of[1])})`
    case 'not':
      return `not ${shown(filter.of)}`
    case 'present':
      return `${filter.path}?`
    case 'element':
      return `${filter.path}[${shown(filter.of)}]`
    default:
      return `${filter.path} ${filter.by} ${JSON.stringify(filter.value)}`
  }
}

test.each([
  ['userName eq "anna"', 'username eq "anna"'],
  ['USERNAME EQ "Anna"', 'username eq "Anna"'],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', 'username sw "J"'],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:organization pr', 'organization?'],
  ['title pr and userType eq "Employee"', '(title? and usertype eq "Employee")'],
  ['title pr or active eq true and userName co "x"', '(title? or (active eq true and username co "x"))'],
  ['(title pr or active eq true) and userName co "x"', '((title? or active eq true) and username co "x")'],
  ['not (title pr or active eq false)', 'not (title? or active eq false)'],
  ['emails[type eq "work" and value co "@example.com"]', 'emails[(type eq "work" and value co "@example.com")]'],
  ['emails[type eq "work"].value eq "a@b.org"', 'emails[(type eq "work" and value eq "a@b.org")]'],
  ['emails.value ew ".org" or name.familyName eq null', '(emails.value ew ".org" or name.familyname eq null)'],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', 'meta.lastmodified gt "2011-05-13T04:42:34Z"'],
  [String.raw`userName eq "a \"quoted\" \\ name"`, String.raw`username eq "a \"quoted\" \\ name"`],
  ['userName eq "and"and title pr', '(username eq "and" and title?)'],
])('RFC 7644, 3.4.2.2: %s', (text, read) => {
  expect(shown(readFilter(text))).toBe(read)
})

test.each([
  ['', 'attribute'],
  ['userName', 'comparison'],
  ['userName eq', 'no value'],
  ['userName eq anna', 'quotation marks'],
  ['userName like "a"', 'no comparison'],
  ['userName eq "a" title pr', 'should end'],
  ['not title pr', '“(”'],
  ['(title pr', '“)”'],
  ['emails[type eq "work"', '“]”'],
  ['emails[type eq "work"].value', 'comparison'],
  ['emails[type eq "work"].a.b eq "x"', 'should end'],
  ['userName eq "a', 'cannot be read'],
  ['__proto__ pr', 'no attribute'],
  ['a.b.c pr', 'no attribute'],
  ['1 eq 1', 'no attribute'],
  ['userName eq {}', 'quotation marks'],
  [`${'('.repeat(1_000)}title pr${')'.repeat(1_000)}`, 'deeper than 20'],
  [`${'not ('.repeat(200)}title pr${')'.repeat(200)}`, 'deeper than 20'],
  [Array.from({ length: 101 }, () => 'title pr').join(' or '), 'more than 100 times'],
  [`userName eq "${'a'.repeat(100_000)}"`, 'longer than'],
  [`userName eq "${'\\'.repeat(45)}`, 'cannot be read'],
])('what is no filter is refused in plain words: %s', (text, why) => {
  expect(() => readFilter(text)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(why) }),
  )
})
