import { callAddress } from '@lintel/contract/jsonapi/call'
import { firstCalls } from '../api/first-calls'
import { askConsoleEarly, askEarly } from './early-console'

/** Asks early for all that the users screen shows: who has access to what at the customer. */
export const askUsersEarly = (): Promise<void> =>
  askConsoleEarly((customer) => askEarly(callAddress(firstCalls.readAccessMatrix, { customer })))
