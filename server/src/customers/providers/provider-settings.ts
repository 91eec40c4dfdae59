import { emailRegexError } from '@lintel/contract/customers/email-regex'
import type { SsoProviderPatch } from '@lintel/contract/customers/providers'
import { Problem, problemObject } from '@lintel/contract/problems'
import { addressPolicy } from '../../identity/federation/address-policy'
import type { Configuration } from '../../platform/configuration'
import { addressViolation } from '../../platform/outbound-address'

/**
 * Fails with 422 for settings that could not work: an issuer that outgoing requests would refuse (the same rule as at
 * sign-in, security E7), or an expression that RE2 rejects or that is too large, with the reason (security E11).
 */
export function refuseInvalidSettings(configuration: Configuration, { issuer, emailRegex }: SsoProviderPatch): void {
  const faults = {
    issuer: issuer ? addressViolation(issuer, addressPolicy(configuration)) : undefined,
    emailRegex: emailRegex ? emailRegexError(emailRegex) : undefined,
  }
  const problems = Object.entries(faults).flatMap(([field, detail]) =>
    detail === undefined ? [] : [problemObject('invalid', { detail, pointer: `/data/attributes/${field}` })],
  )
  if (problems.length > 0) throw Problem.all(problems)
}
