import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { CurrentUser } from '@lintel/contract/people/users'

/** A step towards a session that a project or customer accepts. */
export type LoginStep =
  | { step: 'provider'; provider: string }
  /** The code of the second factor elevates this session. */
  | { step: 'giveCode' }
  | { step: 'setUpFactor' }
  /** Sign-in with email and password, and a code if a second factor is set up. */
  | { step: 'password' }

/** State of the person's second factor, and whether the installation offers one. */
export interface FactorState {
  status: 'enabled' | 'disabled'
  available: boolean
}

/** The steps by which a person can satisfy one of these login methods, in the order of the list. */
export const loginSteps = (
  methods: readonly string[],
  { method }: Pick<CurrentUser, 'method'>,
  factor: FactorState,
): LoginStep[] =>
  methods.flatMap((id): LoginStep[] => {
    if (!isBuiltIn(id)) return [{ step: 'provider', provider: id }]
    if (method !== 'password') return [{ step: 'password' }]
    if (id !== 'COGNITO_MFA') return []
    if (factor.status === 'enabled') return [{ step: 'giveCode' }]
    return factor.available ? [{ step: 'setUpFactor' }] : []
  })
