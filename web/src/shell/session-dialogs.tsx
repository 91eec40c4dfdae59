import { useSyncExternalStore } from 'react'
import { speakOf } from '../i18n/texts'
import { idleWarning, watchIdleWarning } from '../session/idle-warning'
import { currentProofRequest, watchProofRequests } from '../session/step-up'
import { Late, later } from './later'

const stepUpDialog = later(async () => {
  const [{ StepUpDialog }] = await Promise.all([import('../session/step-up-dialog'), speakOf('portal')])
  return StepUpDialog
})
const idleDialog = later(async () => (await import('../session/idle-dialog')).IdleDialog)

/** What the session asks a person in between, on any screen: their code comes when there is something to ask. */
export function SessionDialogs() {
  const proof = useSyncExternalStore(watchProofRequests, currentProofRequest)
  const isWarned = useSyncExternalStore(watchIdleWarning, idleWarning) !== undefined
  return (
    <>
      {proof && <Late component={stepUpDialog} onFailed={() => proof.answer(false)} />}
      {isWarned && <Late component={idleDialog} />}
    </>
  )
}
