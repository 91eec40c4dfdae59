import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { CurrentUser } from '@lintel/contract/people/users'

/** A way to a session that a project or a customer lets in. */
export type LoginStep =
  | { step: 'provider'; provider: string }
  /** The code of the second factor raises this session. */
  | { step: 'giveCode' }
  | { step: 'setUpFactor' }
  /** By email and password, and a code where there is a second factor. */
  | { step: 'password' }

/** How the person's second factor stands, and whether the installation offers one. */
export interface FactorState {
  status: 'enabled' | 'disabled'
  available: boolean
}

/** What a person can do so that one of these login methods is theirs, in the order of the list. */
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
