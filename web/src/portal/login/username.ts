import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'

/** The email of an entered username: with a configured domain suffix, the local part is enough. */
export const emailOfUsername = (username: string, domainSuffix: string | undefined): string =>
  username.includes('@') || domainSuffix === undefined ? username : `${username}${domainSuffix}`

/** Why an entered username is invalid; undefined if it is valid (account-portal chapter 5). */
export function usernameProblem(username: string, domainSuffix: string | undefined): 'missing' | 'invalid' | undefined {
  if (username === '') return 'missing'
  return emailPattern.test(emailOfUsername(username, domainSuffix)) ? undefined : 'invalid'
}
