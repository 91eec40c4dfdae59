import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: content that is rendered only near the viewport is then rendered completely. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)

  // The browser prints the page as it is when the listeners have returned, so the update is synchronous.
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])

  return isPrinting
}
