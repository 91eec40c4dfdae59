import type { CurrentUser } from '@lintel/contract/people/users'

/** A customer that somebody administers. */
export type AdministeredCustomer = CurrentUser['customerAdminFor'][number]

/**
 * The customer of the console: the last chosen one if the person still administers it, else the first (admin-console chapter 6). Undefined
 * for somebody who administers none.
 */
export const activeCustomer = (
  { customerAdminFor }: Pick<CurrentUser, 'customerAdminFor'>,
  chosen: string | undefined,
): AdministeredCustomer | undefined => customerAdminFor.find(({ id }) => id === chosen) ?? customerAdminFor[0]
