import { describe, expect, test } from 'vitest'
import { loginSteps } from './login-steps'

const on = { status: 'enabled', available: true } as const
const off = { status: 'disabled', available: true } as const
const byPassword = { method: 'password' } as const
const byProvider = { method: 'federation' } as const

describe('G10: what opens a project that asks for another sign-in', () => {
  test('each provider of the list, in its order', () => {
    expect(loginSteps(['partner', 'other'], byPassword, off)).toEqual([
      { step: 'provider', provider: 'partner' },
      { step: 'provider', provider: 'other' },
    ])
  })

  test('a second factor that is there is given, another one is set up, and none where there are none', () => {
    expect(loginSteps(['COGNITO_MFA'], byPassword, on)).toEqual([{ step: 'giveCode' }])
    expect(loginSteps(['COGNITO_MFA'], byPassword, off)).toEqual([{ step: 'setUpFactor' }])
    expect(loginSteps(['COGNITO_MFA'], byPassword, { ...off, available: false })).toEqual([])
  })

  test('whoever came by a provider signs in by password', () => {
    expect(loginSteps(['COGNITO'], byProvider, off)).toEqual([{ step: 'password' }])
    expect(loginSteps(['COGNITO_MFA'], byProvider, on)).toEqual([{ step: 'password' }])
  })
})
