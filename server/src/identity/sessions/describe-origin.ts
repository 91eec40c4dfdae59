import { instantOf } from '../../platform/clock'
import type { Origin } from '../../platform/context'
import { describeBrowser } from './describe-browser'

/** Where and when something happened, for a mail: the browser by a known name, never the raw User-Agent. */
export interface OriginDescription {
  at: string
  ip: string
  browser: string | null
}

export function describeOrigin({ ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>, now: number): OriginDescription {
  const { browser, system } = describeBrowser(userAgent)
  const browserLabel = [browser, system].filter((word) => word !== null).join(', ')
  return { at: instantOf(now), ip, browser: browserLabel || null }
}
