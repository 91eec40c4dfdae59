import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'

/** The email that a typed username means: where usernames end in a domain suffix, the first part is enough. */
export const emailOfUsername = (username: string, domainSuffix: string | undefined): string =>
  username.includes('@') || domainSuffix === undefined ? username : `${username}${domainSuffix}`

/** What is wrong with a typed username; undefined when it can be sent (account-portal chapter 5). */
export function wrongUsername(username: string, domainSuffix: string | undefined): 'missing' | 'invalid' | undefined {
  if (username === '') return 'missing'
  return emailPattern.test(emailOfUsername(username, domainSuffix)) ? undefined : 'invalid'
}
