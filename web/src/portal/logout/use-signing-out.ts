import { useEffect, useState } from 'react'
import { connected } from '../../api/connection'
import { endSession, type NextStop } from './end-session'

/** How long the farewell stands before the next page takes its place (account-portal chapter 9), in ms. */
const logoutRedirectMs = 3_000
/** How long after a try that has not ended the session the next one comes, where there is a connection, in ms. */
const againMs = 3_000

/** Where signing out stands: asked of the server, not ended by it yet, or over. */
export type SigningOut =
  | { at: 'asked' }
  | { at: 'unended'; isAsking: boolean; askAgain(): void }
  | { at: 'over'; next: NextStop }

/** Signs out, and goes on: loaded anew, so that nothing of the session stays in memory. */
export function useSigningOut(): SigningOut {
  const [stage, setStage] = useState<SigningOut>({ at: 'asked' })

  // Ends the session on the server, then leaves the page after the time that the specification gives it.
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const untilAgain = () =>
      new Promise<void>((resolve) => {
        let isAsked = false
        const askAgain = () => {
          // Whoever has gone elsewhere meanwhile stays signed in.
          if (isLeft || isAsked) return
          isAsked = true
          clearTimeout(timer)
          setStage({ at: 'unended', isAsking: true, askAgain })
          resolve()
        }
        setStage({ at: 'unended', isAsking: false, askAgain })
        timer = setTimeout(() => connected().then(askAgain), againMs)
      })
    endSession(untilAgain).then((next) => {
      if (isLeft) return
      setStage({ at: 'over', next })
      timer = setTimeout(() => location.replace(next.address), logoutRedirectMs)
    })
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [])

  return stage
}
