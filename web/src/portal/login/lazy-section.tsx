import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { isConnected, watchConnection } from '../../api/connection'
import { Button } from '../../ui/button'
import styles from './lazy-section.module.css'

/** Maximum delay between automatic retries, in ms. */
const maxRetryDelayMs = 10_000

interface LazySectionProps<Props> {
  /** Loads the component; must be the same function on every render. */
  load(): Promise<ComponentType<Props>>
  props: Props
  /** Shows no error without a network; the section appears when the network is back. */
  isSilent?: boolean
}

/**
 * A rarely needed section of the sign-in page whose code is loaded on demand. Without a network it shows an error with
 * a retry.
 */
export function LazySection<Props extends object>({ load, props, isSilent }: LazySectionProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | 'missing'>()
  const [attempt, setAttempt] = useState(1)

  // Loads the code once per attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let isCurrent = true
    load().then(
      (component) => isCurrent && setLoaded(() => component),
      () => isCurrent && setLoaded('missing'),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt])

  // Retries when the network is back, and with increasing delay, in case it was back before the listener was added.
  useEffect(() => {
    if (Loaded !== 'missing') return
    const retry = () => setAttempt((previous) => previous + 1)
    const unsubscribe = watchConnection(() => isConnected() && retry())
    const timer = setTimeout(retry, Math.min(1_000 * 2 ** attempt, maxRetryDelayMs))
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [Loaded, attempt])

  if (Loaded === undefined) return null
  if (Loaded !== 'missing') return <Loaded {...props} />
  if (isSilent) return null
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
