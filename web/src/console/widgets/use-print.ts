import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsLeft } from '../../api/form/use-is-left'
import type { BoardWidget } from './board'
import { imageAddress } from './image-calls'
import { figuresOfWidget } from './widget-figures'

/**
 * Prints the board after loading the figures and images of all widgets, including those far from the viewport, unless the board has been left
 * by then. Also handles Ctrl-P.
 */
export function usePrint(widgets: readonly BoardWidget[]): { print(): void; isReading: boolean } {
  const queries = useQueryClient()
  const isLeft = useIsLeft()
  const [isReading, setReading] = useState(false)

  function print() {
    if (isReading) return
    setReading(true)
    // A widget that cannot be loaded shows its error in print too.
    const read = widgets.map((widget) =>
      queries.prefetchQuery({ ...figuresOfWidget(widget), staleTime: Number.POSITIVE_INFINITY }),
    )
    const images = widgets.flatMap(({ image }) => (image === null ? [] : [queries.prefetchQuery(imageAddress(image))]))
    void Promise.all([...read, ...images]).then(() => {
      setReading(false)
      if (!isLeft()) window.print()
    })
  }
  const onPrintKey = useEffectEvent(print)

  // The browser's own shortcut would print before everything is loaded.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isPrint || event.shiftKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      onPrintKey()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return { print, isReading }
}
