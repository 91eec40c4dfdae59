import { expect, test } from 'vitest'
import { listedTypes } from '../content/project-contents'
import { isAll, templateKeysOf, typeOfEntry } from './template-resources'

test('whatever the list of a project’s contents names can be chosen by an entry, one of it and all of it', () => {
  for (const type of listedTypes) {
    for (const key of Object.values(templateKeysOf[type])) expect(typeOfEntry({ key })).toBe(type)
  }
})

test('an entry without a value selects everything of its type, like one that says so', () => {
  expect(isAll({ value: null, isEverything: false })).toBe(true)
  expect(isAll({ value: 'one', isEverything: true })).toBe(true)
  expect(isAll({ value: 'one', isEverything: false })).toBe(false)
})
