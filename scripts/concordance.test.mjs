import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const concordance = readFileSync(join(root, 'docs/concordance.md'), 'utf8')
const rows = concordance.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| sentence'))

test('every place that the concordance names exists', () => {
  const places = rows.flatMap((row) =>
    [...row.matchAll(/`([\w./$-]+\/[\w./${}-]*|native)`/g)].map(([, place]) => place),
  )
  expect(places.length).toBeGreaterThan(100)
  expect(
    [...new Set(places)].filter(
      (place) => !place.includes('{') && !place.startsWith('/') && !existsSync(join(root, place)),
    ),
  ).toEqual([])
})

/** The titles of the tests in a file's text, as the formatter lays it out. A `describe` proves nothing itself. */
function titlesIn(text) {
  const found = []
  for (const { index, groups } of text.matchAll(/\(\s*(?<quote>[`'"])(?<title>(?:\\.|(?!\k<quote>)[^\\\n])*)/g)) {
    const before = text.slice(0, index)
    const line = before.slice(before.lastIndexOf('\n') + 1)
    const start = line.endsWith(')') ? statementOf(before, line) : /^[\s\w.]*$/.test(line) ? line : ''
    if (/^\s*(test\w*|it)\b(?!\.describe)/.test(start)) found.push(groups.title.replaceAll(/\\(.)/g, '$1'))
  }
  return found
}

const titlesOf = (file) => titlesIn(readFileSync(join(root, file), 'utf8'))

/** The line in which the call that ends in `line` begins: that of `test.each([` for `])`. */
function statementOf(before, line) {
  const indentation = /^\s*/.exec(line)[0]
  if (/\w/.test(line.charAt(indentation.length))) return line
  return before.match(new RegExp(`^${indentation}\\w.*$`, 'gm'))?.at(-1) ?? ''
}

test('the title of a test is found, that of a group or in a call within a test is not', () => {
  const text = `
describe('a group', () => {
  test('it’s "one"', () => check('nothing'))
  test.each<[string, () => void]>([
    ['a', f('b')],
  ])(
    'each of %s', () => {})
})
test.each(list.map((one) => one))('one by \\'one\\'', () => {})
testScreens(\`screens\`, all)
describe.each([
  1,
])('another group', () => {})
test.describe('a third group', () => {})`
  expect(titlesIn(text)).toEqual(['it’s "one"', 'each of %s', "one by 'one'", 'screens'])
})

test('every test that the concordance names is there', () => {
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: “([^”]+)”/g)])
  expect(named.length).toBeGreaterThan(60)
  const titles = new Map([...new Set(named.map(([, file]) => file))].map((file) => [file, titlesOf(file)]))
  const missing = named.filter(([, file, words]) => !titles.get(file).some((title) => title.includes(words)))
  expect(missing.map(([found]) => found)).toEqual([])
})

test('every test that the table of SCIM names is there', () => {
  const scim = readFileSync(join(root, 'docs/scim.md'), 'utf8')
  const files = new Map(
    [...scim.matchAll(/\b([A-Z])(?: is)?\s+`([\w-]+\.test\.ts)`/g)].map(([, letter, file]) => [letter, file]),
  )
  const named = [...scim.matchAll(/\b([A-Z]) “([^”]+)”/g)]
  expect(files.size).toBe(6)
  expect(named.length).toBeGreaterThan(40)
  const textOf = (letter) => readFileSync(join(root, 'server/src/people/scim', files.get(letter)), 'utf8')
  expect(named.filter(([, letter, words]) => !textOf(letter).includes(words)).map(([found]) => found)).toEqual([])
})

test.each(['Account portal', 'Administration console'])('every row under “%s” names a test', (specification) => {
  const [, part = ''] = new RegExp(`## ${specification}\\n([\\s\\S]*?)\\n## `).exec(concordance) ?? []
  const sentences = part.split('\n').filter((line) => /^\| (?!sentence|chapter)/.test(line))
  expect(sentences.length).toBeGreaterThan(100)
  expect(sentences.filter((line) => !/\| [^|]*`: “[^|]*\|$/.test(line))).toEqual([])
})
