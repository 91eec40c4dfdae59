import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { SsoProvider } from '@lintel/contract/customers/providers'
import type { externalIdentity } from '@lintel/contract/identity/federation'
import type { z } from 'zod'

type ExternalIdentity = z.output<typeof externalIdentity>
type OfferedProvider = Pick<SsoProvider, 'id' | 'name' | 'hidden' | 'isDisabled' | 'emailMatch'>

/** A provider on the profile, with the user's identity there if it is linked. */
export interface SignOnOption {
  key: string
  provider: string
  name: string
  link: ExternalIdentity | undefined
}

/**
 * Linked providers first, then those that can be linked: listed on the sign-in page and accepted by the server. A
 * provider that matches by verified email (`emailMatch`) links itself at the next sign-in and is omitted
 * (account-portal chapter 3).
 */
export function signOnOptions(
  offered: readonly OfferedProvider[],
  identities: readonly ExternalIdentity[],
  linkable: readonly string[],
): SignOnOption[] {
  const linkedProviders = new Set(identities.map(({ provider }) => provider))
  return [
    ...identities.map((link) => ({ key: link.id, provider: link.provider, name: link.name, link })),
    ...offered
      .filter(({ id, hidden, isDisabled, emailMatch }) => !hidden && !isDisabled && !emailMatch && !isBuiltIn(id))
      .filter(({ id }) => !linkedProviders.has(id) && linkable.includes(id))
      .map(({ id, name }) => ({ key: id, provider: id, name, link: undefined })),
  ]
}
