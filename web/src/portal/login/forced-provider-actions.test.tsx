import { expect, test, vi } from 'vitest'
import { propsOf } from '../../../test/render-form'
import { ProviderButton } from '../../ui/provider-button'
import { ForcedProviderActions } from './forced-provider-actions'

const provider = { provider: 'partner', name: 'Partner', icon: null, color: '#000000', textColor: '#ffffff' }

/** Whether the provider's button takes the focus from this element of the page when it appears. */
function takesFocusFrom(name: 'body' | 'email' | 'password'): boolean {
  const elements = {
    body: { closest: () => null },
    email: { closest: () => null },
    password: { closest: (selector: string) => (selector === '[inert]' ? {} : null) },
  }
  vi.stubGlobal('document', { body: elements.body, activeElement: elements[name] })
  const focus = vi.fn()
  const actions = ForcedProviderActions({ provider, isBusy: false, onPreferPassword: () => undefined })
  const { ref } = propsOf(ProviderButton, actions)
  if (typeof ref === 'function') ref({ focus } as unknown as HTMLButtonElement)
  return focus.mock.calls.length > 0
}

test('whoever is typing the password when it folds is at the provider’s button, and whoever is at the email stays there', () => {
  expect(takesFocusFrom('password')).toBe(true)
  expect(takesFocusFrom('body')).toBe(true)
  expect(takesFocusFrom('email')).toBe(false)
})
