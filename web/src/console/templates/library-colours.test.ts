import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coloursOf, libraryColours } from './library-colours'

const library = (at: number) => ({
  id: `l${at}`,
  createdAt: `2026-01-${String(at + 1).padStart(2, '0')}T00:00:00.000Z`,
})

test('twenty colours are cycled in the order in which the libraries were made', () => {
  const colours = coloursOf(Array.from({ length: 21 }, (_, at) => library(20 - at)))
  expect(colours.get('l0')).toBe('var(--library-1)')
  expect(colours.get('l19')).toBe('var(--library-20)')
  expect(colours.get('l20')).toBe('var(--library-1)')
  expect(new Set(colours.values()).size).toBe(20)
})

test('a library that is added changes no other one’s colour', () => {
  const before = coloursOf([library(0), library(3)])
  const after = coloursOf([library(5), library(3), library(0)])
  expect([...before].map(([id]) => after.get(id))).toEqual([...before.values()])
})

test('every colour is there in both themes, and no two are alike', () => {
  const tokens = readFileSync(new URL('../../ui/theme/library-colours.css', import.meta.url), 'utf8')
  const values = Array.from(
    { length: libraryColours },
    (_, at) => new RegExp(`--library-${at + 1}: (light-dark\\(#[0-9a-f]{6}, #[0-9a-f]{6}\\))`).exec(tokens)?.[1],
  )
  expect(values.filter(Boolean)).toHaveLength(libraryColours)
  expect(new Set(values).size).toBe(libraryColours)
})
