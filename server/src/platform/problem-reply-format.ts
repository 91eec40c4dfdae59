import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { scimMediaType } from '@lintel/contract/people/scim'

/** The format of failures: that of JSON:API, or what the clients of a standard or of the sign-in calls expect. */
export type FailureFormat = 'jsonApi' | 'identity' | 'odata' | 'scim'

/** The sign-in calls (contract §3), whose clients read `code` at the top level (contract §1). */
const identityPaths =
  /^\/(?:auth|mgw\/api\/v2\/(?:login|federation|guest-login|change-password|user-profiles\/[^/?]+\/password))(?=[/?]|$)/

/** Whether an address, or a template of addresses, belongs to the sign-in calls. */
export const isIdentityPath = (address: string): boolean => identityPaths.test(address)

/** The format in which an address, or a template of addresses, answers its failures. */
export function failureFormatOf(address: string): FailureFormat {
  if (address.startsWith('/odata/')) return 'odata'
  if (address.startsWith('/scim/')) return 'scim'
  return isIdentityPath(address) ? 'identity' : 'jsonApi'
}

/** The media types of the formats. */
export const failureMediaTypes: Readonly<Record<FailureFormat, string>> = {
  jsonApi: jsonApiMediaType,
  identity: 'application/json',
  odata: 'application/json',
  scim: scimMediaType,
}

/** The challenge of a 401: RFC 6750 (3), and for tools that send a password RFC 7617 (2) as well, for which browsers open a dialog. */
export const failureChallenges: Readonly<Record<FailureFormat, string>> = {
  jsonApi: 'Bearer realm="Lintel"',
  identity: 'Bearer realm="Lintel"',
  odata: 'Basic realm="Lintel", charset="UTF-8", Bearer realm="Lintel"',
  scim: 'Bearer realm="Lintel"',
}

/** The status of a problem in a format: an invalid body is 400 in SCIM (RFC 7644, 3.12). */
export const failureStatusOf = (format: FailureFormat, status: number): number =>
  format === 'scim' && status === 422 ? 400 : status
