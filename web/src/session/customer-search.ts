import { textParameter } from './text-parameter'

/** The customer in the address of a console screen: a link shows what its sender sees. */
export interface CustomerSearch {
  customer?: string | undefined
}

/** For routes: reads the customer from the parameters of the address. */
export const readCustomerSearch = ({ customer }: { customer?: unknown }): CustomerSearch => ({
  customer: textParameter(customer),
})

/** For links between the screens of the console: the customer of the address stays. */
export const sameCustomer = ({ customer }: CustomerSearch): CustomerSearch => ({ customer })
