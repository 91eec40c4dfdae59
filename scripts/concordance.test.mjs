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

test('every test that the concordance names is there', () => {
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: “([^”]+)”/g)])
  expect(named.length).toBeGreaterThan(60)
  const missing = named.filter(([, file, words]) => !readFileSync(join(root, file), 'utf8').includes(words))
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

test.each(['Account portal', 'Administration console'])(
  'every sentence under “%s” has a test that would fail without it',
  (specification) => {
    const [, part = ''] = new RegExp(`## ${specification}\\n([\\s\\S]*?)\\n## `).exec(concordance) ?? []
    const sentences = part.split('\n').filter((line) => /^\| (?!sentence|chapter)/.test(line))
    expect(sentences.length).toBeGreaterThan(100)
    expect(sentences.filter((line) => !/\| [^|]*`: “[^|]*\|$/.test(line))).toEqual([])
  },
)
