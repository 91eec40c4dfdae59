import { useSyncExternalStore } from 'react'
import { addTexts } from '../i18n/texts'
import { idleWarning, watchIdleWarning } from '../session/idle-warning'
import { currentProofRequest, watchProofRequests } from '../session/step-up'
import { Lazy, lazy } from './lazy'

const stepUpDialog = lazy(async () => {
  const [{ StepUpDialog }] = await Promise.all([import('../session/step-up-dialog'), addTexts('portal')])
  return StepUpDialog
})
const idleDialog = lazy(async () => (await import('../session/idle-dialog')).IdleDialog)

/** Dialogs of the session that can appear on any screen; their code is loaded on demand. */
export function SessionDialogs() {
  const proof = useSyncExternalStore(watchProofRequests, currentProofRequest)
  const isWarned = useSyncExternalStore(watchIdleWarning, idleWarning) !== undefined
  return (
    <>
      {proof && <Lazy component={stepUpDialog} onFailed={() => proof.answer(false)} />}
      {isWarned && <Lazy component={idleDialog} />}
    </>
  )
}
