import { useEffect, useRef, useState } from 'react'

/** How long a copy is confirmed, in ms (account-portal chapter 9). */
const copiedMs = 3_000

/** Copies text to the clipboard; `state` reports for three seconds whether the browser did it. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const confirmation = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(confirmation.current), [])

  async function copy(text: string) {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(copied ? 'copied' : 'refused')
    clearTimeout(confirmation.current)
    confirmation.current = setTimeout(setState, copiedMs, 'idle')
  }

  return { state, copy }
}
