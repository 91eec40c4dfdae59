import { expect, test } from 'vitest'
import readElsewhere from '../../../test/filters-read-elsewhere.json' with { type: 'json' }
import { type Filter, parseFilter } from './scim-filter'

/** Formats a filter with parentheses around every group; operands of one repeated operator form one group. */
function formatGrouped(filter: Filter): string {
  const joinedBy = (kind: 'and' | 'or', one: Filter): string[] =>
    one.kind === kind ? one.of.flatMap((each) => joinedBy(kind, each)) : [formatGrouped(one)]
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${joinedBy(filter.kind, filter).join(` ${filter.kind} `)})`
    case 'not':
      return `not ${formatGrouped(filter.of)}`
    case 'element':
      return `${filter.path}[${formatGrouped(filter.of)}]`
    default:
      return format(filter)
  }
}

/** Formats a filter with parentheses around every pair. */
function format(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${format(filter.of[0])} ${filter.kind} ${format(filter.of[1])})`
    case 'not':
      return `not ${format(filter.of)}`
    case 'present':
      return `${filter.path}?`
    case 'element':
      return `${filter.path}[${format(filter.of)}]`
    default:
      return `${filter.path} ${filter.operator} ${JSON.stringify(filter.value)}`
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
  expect(format(parseFilter(text))).toBe(read)
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
  [String.raw`userName eq "a\u0000"`, 'is no value'],
  [`${'('.repeat(1_000)}title pr${')'.repeat(1_000)}`, 'deeper than 20'],
  [`${'not ('.repeat(200)}title pr${')'.repeat(200)}`, 'deeper than 20'],
  [Array.from({ length: 101 }, () => 'title pr').join(' or '), 'more than 100 times'],
  [`userName eq "${'a'.repeat(100_000)}"`, 'longer than'],
  [`userName eq "${'\\'.repeat(45)}`, 'cannot be read'],
])('what is no filter is refused in plain words: %s', (text, why) => {
  expect(() => parseFilter(text)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(why) }),
  )
})

// Random filters as scim2-parse-filter 0.2.10 parses them (decision 188).
test('RFC 7644, 3.4.2.2: filters are read as another parser reads them', () => {
  expect(readElsewhere).toHaveLength(300)
  expect(readElsewhere.map(([filter = '']) => [filter, formatGrouped(parseFilter(filter))])).toEqual(readElsewhere)
})
