import type { CurrentUser } from '@lintel/contract/people/users'
import type { ReactNode } from 'react'
import { isOpenFor, useActiveCustomer } from '../session/active-customer'
import { CustomerSelector } from './customer-selector'
import { OtherSignIn } from './other-sign-in'

/** A screen of the console for the active customer, or what has to be done first where its login methods ask for another sign-in. */
export function OpenCustomer({ user, children }: { user: CurrentUser; children(customer: string): ReactNode }) {
  const [customer] = useActiveCustomer(user)
  if (!customer) return null
  if (isOpenFor(user, customer)) return children(customer.id)
  return (
    <>
      {user.customerAdminFor.length > 1 && <CustomerSelector user={user} />}
      <OtherSignIn methods={customer.loginMethods} />
    </>
  )
}
