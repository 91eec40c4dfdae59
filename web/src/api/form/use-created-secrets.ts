import { useState } from 'react'
import { showToast } from '../../ui/toast'
import { useIsLeft } from './use-is-left'

/**
 * The created secrets that a screen has yet to show, one after the other. The server gives each out once, and it is valid even if its form
 * was closed before the answer came: it is shown all the same. Whoever has left the screen by then is told `lost`.
 */
export function useCreatedSecrets<Secret>(lost: string) {
  const isLeft = useIsLeft()
  const [secrets, setSecrets] = useState<readonly Secret[]>([])
  return {
    /** The secret to show; undefined when all have been. */
    current: secrets[0],
    add(secret: Secret) {
      if (isLeft()) showToast({ kind: 'problem', text: lost })
      else setSecrets((before) => [...before, secret])
    },
    /** The current secret has been seen. */
    close: () => setSecrets((before) => before.slice(1)),
  }
}
