import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeTopmostDialog, topmostDialog, watchDialogs } from '../ui/open-dialogs'

declare module '@tanstack/history' {
  interface HistoryState {
    /** A duplicate entry of the screen, so that Back can be intercepted while a dialog is open. */
    isForDialogs?: boolean
  }
}

const closesDialog = ({ action }: { action: string }) => action === 'BACK' && closeTopmostDialog()

/**
 * Makes Back close the topmost dialog, which asks before typed text is lost; only then Back leaves the screen. If the
 * screen is the tab's first history entry, a duplicate entry is pushed while a dialog is open, and one Back later
 * leaves both.
 */
export function useBackClosesDialogs(): void {
  const router = useRouter()
  const { history } = router
  useBlocker({ shouldBlockFn: closesDialog, enableBeforeUnload: false })

  // The router can block Back only from the second history entry on.
  useEffect(() => {
    let { location } = history
    const pushDuplicateEntry = () => {
      if (!topmostDialog() || history.location.state.__TSR_index !== 0) return
      void router.navigate({
        ...{ to: '.', search: true, params: true, hash: true, resetScroll: false, ignoreBlocker: true },
        state: (state) => ({ ...state, isForDialogs: true }),
      })
    }
    const stopWatching = watchDialogs(pushDuplicateEntry)
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
