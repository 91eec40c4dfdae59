import { expect, test } from 'vitest'
import { readConfiguration } from '../../platform/configuration'
import { refuseInvalidSettings } from './provider-settings'

const production = { ...readConfiguration({}), environment: 'production' as const }
const refusal = (settings: Parameters<typeof refuseInvalidSettings>[1]) => {
  try {
    refuseInvalidSettings(production, settings)
    return undefined
  } catch (error) {
    return error
  }
}

test('E7: an issuer inside, or without https, cannot be saved', () => {
  expect(refusal({ issuer: 'https://login.example.com/tenant' })).toBeUndefined()
  for (const issuer of [
    'http://login.example.com',
    'https://127.0.0.1',
    'https://169.254.169.254/x',
    'http://localhost:3000',
  ]) {
    expect(refusal({ issuer })).toMatchObject({
      code: 'invalid',
      objects: [{ source: { pointer: '/data/attributes/issuer' } }],
    })
  }
})

test('E11: an expression that RE2 does not take is refused in the words of its parser', () => {
  expect(refusal({ emailRegex: '.+@example\\.com' })).toBeUndefined()
  expect(refusal({ emailRegex: '(?=a)b' })).toMatchObject({
    objects: [{ detail: expect.stringMatching(/\(\?=/), source: { pointer: '/data/attributes/emailRegex' } }],
  })
})

test('E11: an expression that would take long to match is refused with what to write instead', () => {
  expect(refusal({ emailRegex: `${'(.?){1000}'.repeat(20)}x` })).toMatchObject({
    objects: [{ detail: expect.stringMatching(/takes too long/), source: { pointer: '/data/attributes/emailRegex' } }],
  })
})

test('a setting that is not touched, or taken away, is no fault', () => {
  expect(refusal({ issuer: null, emailRegex: null })).toBeUndefined()
  expect(refusal({ name: 'Another name' })).toBeUndefined()
})
