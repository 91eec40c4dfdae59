import { callAddress } from '@lintel/contract/jsonapi/call'
import { firstCalls } from '../api/first-calls'
import { prefetch, prefetchConsole } from './prefetch-console'

/** Prefetches the users screen: the access matrix of the customer. */
export const prefetchUsers = (): Promise<void> =>
  prefetchConsole((customer) => prefetch(callAddress(firstCalls.readAccessMatrix, { customer })))
