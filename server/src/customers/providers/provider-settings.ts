import { emailRegexFault } from '@lintel/contract/customers/email-regex'
import type { SsoProviderPatch } from '@lintel/contract/customers/providers'
import { Problem, problemObject } from '@lintel/contract/problems'
import { addressPolicy } from '../../identity/federation/provider-address'
import type { Configuration } from '../../platform/configuration'
import { addressFault } from '../../platform/outside-address'

/**
 * Throws 422 when a provider could not be used as it is to be saved: an issuer that we would not ask (the same rule as
 * when it is asked, security E7), an expression that RE2 does not take, in the parser's words (security E11).
 */
export function refuseUnfitSettings(configuration: Configuration, { issuer, emailRegex }: SsoProviderPatch): void {
  const faults = {
    issuer: issuer ? addressFault(issuer, addressPolicy(configuration)) : undefined,
    emailRegex: emailRegex ? emailRegexFault(emailRegex) : undefined,
  }
  const problems = Object.entries(faults).flatMap(([field, detail]) =>
    detail === undefined ? [] : [problemObject('invalid', { detail, pointer: `/data/attributes/${field}` })],
  )
  if (problems.length > 0) throw Problem.all(problems)
}
