import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'

/** What is wrong with a typed username; undefined when it can be sent (account-portal chapter 5). */
export function wrongUsername(username: string, domainSuffix: string | undefined): 'missing' | 'invalid' | undefined {
  if (username === '') return 'missing'
  const email = username.includes('@') || domainSuffix === undefined ? username : `${username}${domainSuffix}`
  return emailPattern.test(email) ? undefined : 'invalid'
}
