import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { BoardWidget } from './board'
import { imageAddress } from './image-calls'
import { figuresOfWidget } from './widget-figures'

/** Prints the board when the numbers and images of all its widgets were read: far from the screen they are not. By Ctrl-P as well. */
export function usePrint(widgets: readonly BoardWidget[]): { print(): void; isReading: boolean } {
  const queries = useQueryClient()
  const [isReading, setReading] = useState(false)

  function print() {
    if (isReading) return
    setReading(true)
    // One that cannot be read says so on paper too.
    const read = widgets.map((widget) =>
      queries.prefetchQuery({ ...figuresOfWidget(widget), staleTime: Number.POSITIVE_INFINITY }),
    )
    const images = widgets.flatMap(({ image }) => (image === null ? [] : [queries.prefetchQuery(imageAddress(image))]))
    void Promise.all([...read, ...images]).then(() => {
      setReading(false)
      window.print()
    })
  }
  const whenPressed = useEffectEvent(print)

  // The browser's own keys for printing do not wait for what is still to be read.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isPrint || event.shiftKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      whenPressed()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return { print, isReading }
}
