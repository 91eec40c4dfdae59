import { expect, test } from 'vitest'
import { type AuditedEvent, publishedChanges } from './published-changes'

test('of what belongs to no customer, changes of providers are told, and nothing that people do with their accounts', () => {
  const told = (event: AuditedEvent) => [...publishedChanges([event]).values()]
  const ofProvider = { customer: null, target: { type: 'sso-providers', id: 'vestkraft' }, version: 3 }
  expect(told({ action: 'sso-providers.update', ...ofProvider })).toEqual([{ id: 'vestkraft', version: 3 }])
  expect(told({ action: 'sso-providers.update', ...ofProvider, result: 'failure' })).toEqual([])
  expect(told({ action: 'provider-tests.end', ...ofProvider })).toEqual([])
  expect(told({ action: 'users.create', customer: null, target: { type: 'users', id: 'a@b.example' } })).toEqual([])
})
