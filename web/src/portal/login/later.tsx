import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'

interface LaterProps<Props> {
  /** Fetches the part; the same function each time. */
  part(): Promise<ComponentType<Props>>
  props: Props
}

/**
 * A part of the sign-in page that few visits need: its code comes when it is wanted first. Without a network that is said
 * in its place.
 */
export function Later<Props extends object>({ part, props }: LaterProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | 'missing'>()

  // Fetches the code, unless it is there already.
  useEffect(() => {
    let isWanted = true
    part().then(
      (found) => isWanted && setPart(() => found),
      () => isWanted && setPart('missing'),
    )
    return () => {
      isWanted = false
    }
  }, [part])

  if (Part === undefined) return null
  if (Part !== 'missing') return <Part {...props} />
  return (
    <p role="alert">
      <Trans>There is no connection to the server. Check your network and try again.</Trans>
    </p>
  )
}
