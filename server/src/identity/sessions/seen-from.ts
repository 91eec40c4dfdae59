import { instantOf } from '../../platform/clock'
import type { Origin } from '../../platform/context'
import { describeBrowser } from './describe-browser'

/** Where and when something happened, as a mail tells it: the browser in our words, never in a stranger's. */
export interface SeenFrom {
  at: string
  ip: string
  browser: string | null
}

export function seenFrom({ ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>, now: number): SeenFrom {
  const { browser, system } = describeBrowser(userAgent)
  const seen = [browser, system].filter((word) => word !== null).join(', ')
  return { at: instantOf(now), ip, browser: seen || null }
}
