import type { CurrentUser } from '@lintel/contract/people/users'
import type { ReactNode } from 'react'
import { canEnterCustomer, useActiveCustomer } from '../session/use-active-customer'
import { CustomerSelector } from './customer-selector'
import { OtherSignIn } from './other-sign-in'

/** A console screen for the active customer, or the sign-in steps required first by the customer's login methods. */
export function OpenCustomer({ user, children }: { user: CurrentUser; children(customer: string): ReactNode }) {
  const [customer] = useActiveCustomer(user)
  if (!customer) return null
  if (canEnterCustomer(user, customer)) return children(customer.id)
  return (
    <>
      {user.customerAdminFor.length > 1 && <CustomerSelector user={user} />}
      <OtherSignIn methods={customer.loginMethods} />
    </>
  )
}
