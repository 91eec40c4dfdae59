import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { isConnected, watchConnection } from '../../api/connection'
import { Button } from '../../ui/button'
import styles from './later-part.module.css'

/** Most time between two tries by itself. */
const longestPauseMs = 10_000

interface LaterPartProps<Props> {
  /** Fetches the part; the same function each time. */
  part(): Promise<ComponentType<Props>>
  props: Props
  /** Without a network nothing is said of it: it comes by itself when the network is back. */
  isExtra?: boolean
}

/**
 * A part of the sign-in page that few visits need: its code comes when it is wanted first. Without a network that is said
 * in its place, with the way to try again.
 */
export function LaterPart<Props extends object>({ part, props, isExtra }: LaterPartProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | 'missing'>()
  const [attempt, setAttempt] = useState(1)

  // Fetches the code, unless it is there already; once more for each attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what asks for it again
  useEffect(() => {
    let isWanted = true
    part().then(
      (found) => isWanted && setPart(() => found),
      () => isWanted && setPart('missing'),
    )
    return () => {
      isWanted = false
    }
  }, [part, attempt])

  // It is tried again by itself when the network is back; and in ever longer pauses, as it may have been back before anybody listened.
  useEffect(() => {
    if (Part !== 'missing') return
    const again = () => setAttempt((last) => last + 1)
    const stop = watchConnection(() => isConnected() && again())
    const timer = setTimeout(again, Math.min(1_000 * 2 ** attempt, longestPauseMs))
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [Part, attempt])

  if (Part === undefined) return null
  if (Part !== 'missing') return <Part {...props} />
  if (isExtra) return null
  return (
    <div role="alert" className={styles.missing}>
      <p>
        <Trans>There is no connection to the server. Check your network and try again.</Trans>
      </p>
      <Button size="small" onClick={() => setAttempt(attempt + 1)}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
