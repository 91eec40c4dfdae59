import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { SsoProvider } from '@lintel/contract/customers/providers'
import type { externalIdentity } from '@lintel/contract/identity/federation'
import type { z } from 'zod'

type ExternalIdentity = z.output<typeof externalIdentity>
type Offered = Pick<SsoProvider, 'id' | 'name' | 'hidden' | 'isDisabled' | 'emailMatch'>

/** A provider on the profile, and the identity of the person's there when it is linked. */
export interface SignOnOption {
  key: string
  provider: string
  name: string
  link: ExternalIdentity | undefined
}

/**
 * What is linked, then what could be: providers that the sign-in screen offers as well and that the server would link. One whose verified email is the
 * person (`emailMatch`) links by itself when they sign in there, and is not offered (account-portal chapter 3).
 */
export function signOnOptions(
  offered: readonly Offered[],
  identities: readonly ExternalIdentity[],
  linkable: readonly string[],
): SignOnOption[] {
  const isLinked = new Set(identities.map(({ provider }) => provider))
  return [
    ...identities.map((link) => ({ key: link.id, provider: link.provider, name: link.name, link })),
    ...offered
      .filter(({ id, hidden, isDisabled, emailMatch }) => !hidden && !isDisabled && !emailMatch && !isBuiltIn(id))
      .filter(({ id }) => !isLinked.has(id) && linkable.includes(id))
      .map(({ id, name }) => ({ key: id, provider: id, name, link: undefined })),
  ]
}
