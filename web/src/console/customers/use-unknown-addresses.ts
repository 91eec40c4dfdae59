import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { users } from '@lintel/contract/people/users'
import { useQueries } from '@tanstack/react-query'
import { all } from '../../api/resource'

/** The addresses that belong to no account: as API users they become service accounts. Empty while loading. */
export function useUnknownAddresses(addresses: readonly string[]): ReadonlySet<string> {
  const requested = addresses.filter((address) => emailPattern.test(address))
  const answers = useQueries({
    queries: requested.map((address) => all(users, { filter: { q: address }, fields: { users: ['email'] } })),
  })
  return new Set(requested.filter((address, index) => answers[index]?.data?.records.every(({ id }) => id !== address)))
}
