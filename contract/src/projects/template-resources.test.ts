import { expect, test } from 'vitest'
import { listedTypes } from '../content/project-contents'
import { templateKeysOf, typeOfEntry } from './template-resources'

test('whatever the list of a project’s contents names can be chosen by an entry, one of it and all of it', () => {
  for (const type of listedTypes) {
    for (const key of Object.values(templateKeysOf[type])) expect(typeOfEntry({ key })).toBe(type)
  }
})
