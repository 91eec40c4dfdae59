import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { readHome } from '@lintel/contract/projects/home'
import { ask } from '../api/ask'
import { firstCalls } from '../api/first-calls'

let asked: Promise<CallAnswer<typeof readHome>> | undefined

/** Asks for all that the project list shows, while the code that draws it is still on its way. */
export function askHomeEarly(): void {
  asked = ask<typeof readHome>(firstCalls.readHome)
  // Whoever takes the answer hears of the failure.
  asked.catch(() => {})
}

/** What was asked early, once; else it is asked now. Fails like `ask`. */
export function takeHome(): Promise<CallAnswer<typeof readHome>> {
  const taken = asked ?? ask<typeof readHome>(firstCalls.readHome)
  asked = undefined
  return taken
}
