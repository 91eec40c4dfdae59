import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { readHome } from '@lintel/contract/projects/home'
import { callApi } from '../api/call-api'
import { firstCalls } from '../api/first-calls'

let prefetched: Promise<CallAnswer<typeof readHome>> | undefined

/** Prefetches the project list while the code that renders it is still loading. */
export function prefetchHome(): void {
  prefetched = callApi<typeof readHome>(firstCalls.readHome)
  // Whoever takes the response handles the failure.
  prefetched.catch(() => {})
}

/** Takes the prefetched response, once; otherwise requests it. Fails like `callApi`. */
export function loadHome(): Promise<CallAnswer<typeof readHome>> {
  const response = prefetched ?? callApi<typeof readHome>(firstCalls.readHome)
  prefetched = undefined
  return response
}
