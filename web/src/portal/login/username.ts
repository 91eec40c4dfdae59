import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'

/** The email of an entered username, empty if there is none: with a configured domain suffix, the local part is enough. */
export function emailOfUsername(username: string, domainSuffix: string | undefined): string {
  const typed = username.trim()
  return typed === '' || typed.includes('@') || domainSuffix === undefined ? typed : `${typed}${domainSuffix}`
}

/** Why an entered username is invalid; undefined if it is valid (account-portal chapter 5). */
export function usernameProblem(username: string, domainSuffix: string | undefined): 'missing' | 'invalid' | undefined {
  const email = emailOfUsername(username, domainSuffix)
  if (email === '') return 'missing'
  return emailPattern.test(email) ? undefined : 'invalid'
}
