import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './ensure-dependencies.mjs'

/** The product's English texts of up to 60 characters. */
const texts = ['application', 'sign-in']
  .flatMap((catalog) => [
    ...readFileSync(join(repository, `web/src/i18n/locales/en/${catalog}.po`), 'utf8').matchAll(
      /^msgid "(.{1,60})"$/gm,
    ),
  ])
  .map(([, text]) => text.toLowerCase())

/** The files of the journeys with their texts. */
const journeys = () =>
  readdirSync(join(repository, 'e2e'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(repository, 'e2e', file), 'utf8')])

/** ARIA roles of interactive controls. */
const controls = /^(button|checkbox|combobox|link|menuitem(checkbox|radio)?|option|radio|switch|tab|textbox)$/

/** For an assertion of absence, a part of the name proves more than the whole name. */
const isAbsence = /^\)+\.(not\.|toHaveCount\(0\)|toBeHidden)/

/** The controls that a journey names by a substring of another text of the product, with their line numbers. */
function ambiguousNames(source) {
  return [...source.matchAll(/getByRole\(\s*'(\w+)',\s*\{\s*name: '([^']+)',?\s*\}\s*(?=\))/g)].flatMap((found) => {
    const [whole, role, name] = found
    if (!controls.test(role) || isAbsence.test(source.slice(found.index + whole.length).replace(/\s/g, ''))) return []
    const part = name.toLowerCase()
    if (!texts.some((text) => text !== part && text.includes(part))) return []
    return [`${source.slice(0, found.index).split('\n').length}: ${role} “${name}”`]
  })
}

/** The roles and names whose absence a journey asserts though no text of the product holds the name, with their line numbers. */
function unknownAbsences(source) {
  return [
    ...source.matchAll(/getByRole\(\s*'(\w+)',\s*\{\s*name: '([^']+)',?\s*(?:exact: true,?\s*)?\}\s*(?=\))/g),
  ].flatMap((found) => {
    const [whole, role, name] = found
    // Options are mostly named by records.
    if (role === 'option' || !isAbsence.test(source.slice(found.index + whole.length).replace(/\s/g, ''))) return []
    if (texts.some((text) => text.includes(name.toLowerCase()))) return []
    return [`${source.slice(0, found.index).split('\n').length}: ${role} “${name}”`]
  })
}

test('a name that another text holds is found', () => {
  expect(ambiguousNames(`await page.getByRole('button', { name: 'Sign in' }).click()`)).toEqual(['1: button “Sign in”'])
  expect(ambiguousNames(`page.getByRole('button', { name: 'Sign in', exact: true }).click()`)).toEqual([])
  expect(ambiguousNames(`expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)`)).toEqual([])
})

test('journeys name a control exactly where another text of the product holds its name', () => {
  // A name that is unique when the page is rendered may become ambiguous a moment later: “Sign in” and “Sign in with a
  // passkey”.
  const ambiguous = journeys().flatMap(([file, source]) => ambiguousNames(source).map((each) => `e2e/${file}:${each}`))
  expect(ambiguous).toEqual([])
})

test('what no text of the product holds proves nothing by its absence', () => {
  const absence = (name) =>
    unknownAbsences(`expect(page.getByRole('link', { name: '${name}', exact: true })).toHaveCount(0)`)
  expect(absence('Log out')).toEqual(['1: link “Log out”'])
  expect(absence('Sign out')).toEqual([])
  const unknown = journeys().flatMap(([file, source]) => unknownAbsences(source).map((each) => `e2e/${file}:${each}`))
  expect(unknown).toEqual([])
})
