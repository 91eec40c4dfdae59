import { expect, test } from 'vitest'
import { readConfiguration } from '../../platform/configuration'
import { emailOf } from './username'

const installation = (environment: string) => ({
  ...readConfiguration({
    LINTEL_ENVIRONMENT: environment,
    PUBLIC_URL: 'https://lintel.example',
    SECRET_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789',
  }),
  domainSuffix: '@nordbygg.example',
})

test.each(['onpremise', 'deploy', 'local'])(
  'in %s a username without a domain gets the installation’s',
  (environment) => {
    expect(emailOf(' Mei ', installation(environment))).toBe('mei@nordbygg.example')
    expect(emailOf('mei@partner.example', installation(environment))).toBe('mei@partner.example')
  },
)

test.each(['development', 'staging', 'production'])('in %s a username stays as it was typed', (environment) =>
  expect(emailOf('Mei', installation(environment))).toBe('mei'),
)

test('without a suffix nothing is appended anywhere', () =>
  expect(emailOf('mei', { ...installation('onpremise'), domainSuffix: undefined })).toBe('mei'))

test('F6: only A to Z are made small: a letter that folds into one of them stays another letter', () =>
  expect(emailOf('\u212AARI@nordbygg.example', installation('local'))).toBe('\u212Aari@nordbygg.example'))
