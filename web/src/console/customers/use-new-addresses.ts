import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { users } from '@lintel/contract/people/users'
import { useQueries } from '@tanstack/react-query'
import { all } from '../../api/resource'

/** Those of these addresses that nobody has: as API users they become service accounts. None while that is still being read. */
export function useNewAddresses(addresses: readonly string[]): ReadonlySet<string> {
  const asked = addresses.filter((address) => emailPattern.test(address))
  const answers = useQueries({
    queries: asked.map((address) => all(users, { filter: { q: address }, fields: { users: ['email'] } })),
  })
  return new Set(asked.filter((address, index) => answers[index]?.data?.records.every(({ id }) => id !== address)))
}
