import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeTopmostDialog, topmostDialog, watchDialogs } from '../ui/open-dialogs'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The screen once more, so that there is something to go back to while a dialog is open. */
    isForDialogs?: boolean
  }
}

const closesDialog = ({ action }: { action: string }) => action === 'BACK' && closeTopmostDialog()

/**
 * Back closes the topmost dialog, which asks before typed work is lost, and leaves the screen only after that. Where the tab has no
 * earlier page of ours, the screen is entered once more below the first dialog, and left twice with one Back.
 */
export function useBackClosesDialogs(): void {
  const router = useRouter()
  const { history } = router
  useBlocker({ shouldBlockFn: closesDialog, enableBeforeUnload: false })

  // The browser's history: what it tells of Back begins with the second entry of ours.
  useEffect(() => {
    let { location } = history
    const enterOnceMore = () => {
      if (!topmostDialog() || history.location.state.__TSR_index !== 0) return
      void router.navigate({
        ...{ to: '.', search: true, params: true, hash: true, resetScroll: false, ignoreBlocker: true },
        state: (state) => ({ ...state, isForDialogs: true }),
      })
    }
    const stopWatching = watchDialogs(enterOnceMore)
    const stopListening = history.subscribe(({ action }) => {
      const isBackBelow =
        action.type === 'BACK' && location.state.isForDialogs && history.location.state.__TSR_index === 0
      location = history.location
      if (isBackBelow) history.back()
    })
    return () => {
      stopWatching()
      stopListening()
    }
  }, [router, history])
}
