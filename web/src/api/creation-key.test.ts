import { expect, test } from 'vitest'
import { creationKeys } from './creation-key'

const counted = () => {
  let made = 0
  return creationKeys(() => {
    made += 1
    return `key ${made}`
  })
}

test('K9: the same draft keeps its key, a changed one gets another', () => {
  const keyOf = counted()
  expect(keyOf({ name: 'Harbour' })).toBe('key 1')
  expect(keyOf({ name: 'Harbour' })).toBe('key 1')
  expect(keyOf({ name: 'Harbour baths' })).toBe('key 2')
})

test('K9: two forms never share a key', () => {
  expect(creationKeys()({ name: 'Harbour' })).not.toBe(creationKeys()({ name: 'Harbour' }))
})
