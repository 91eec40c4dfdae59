import type { CurrentUser } from '@lintel/contract/people/users'

/** A customer that somebody administers. */
export type AdministeredCustomer = CurrentUser['customerAdminFor'][number]

/**
 * The customer that the console is about: the one that was chosen last, as long as the person still administers it,
 * else the first of theirs (admin-console chapter 6). Undefined for somebody who administers none.
 */
export const activeCustomer = (
  { customerAdminFor }: Pick<CurrentUser, 'customerAdminFor'>,
  chosen: string | undefined,
): AdministeredCustomer | undefined => customerAdminFor.find(({ id }) => id === chosen) ?? customerAdminFor[0]
