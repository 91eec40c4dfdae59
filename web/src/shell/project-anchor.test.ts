import { expect, test } from 'vitest'
import { projectIdIn } from './project-anchor'

const here = 'https://app.example.com/'

test('a project on this origin opens without loading anew', () => {
  expect(projectIdIn('https://app.example.com/project-0193f3/', here)).toBe('0193f3')
  expect(projectIdIn('https://app.example.com/project-0193f3', here)).toBe('0193f3')
})

test('a project elsewhere, or another page, is an ordinary link', () => {
  expect(projectIdIn('https://eu.example.com/project-0193f3/', here)).toBeUndefined()
  expect(projectIdIn('https://app.example.com/project-0193f3/viewer', here)).toBeUndefined()
  expect(projectIdIn('https://app.example.com/', here)).toBeUndefined()
})
