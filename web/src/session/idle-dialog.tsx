import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { DialogActions } from '../ui/dialog-actions'
import { staySignedIn } from './idle'
import { idleWarning, watchIdleWarning } from './idle-warning'
import styles from './session-dialogs.module.css'
import { timeLeft } from './time-left'

/** The remaining time is announced at these numbers of seconds, as a text that stays for `announcedForSeconds`. */
const announcedAtSeconds = [60, 30]
const announcedForSeconds = 5

/** Warns before an idle session ends, shows the remaining time and announces it near the end; one confirmation keeps all tabs signed in. */
export function IdleDialog() {
  const endsAt = useSyncExternalStore(watchIdleWarning, idleWarning)
  return endsAt === undefined ? null : <Warning endsAt={endsAt} />
}

function Warning({ endsAt }: { endsAt: number }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [now, setNow] = useState(Date.now)
  const words = useId()

  // A timer that updates the remaining time every second.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])

  function stay() {
    staySignedIn().catch((error) => showProblem(error, i18n._(problemText(error))))
  }

  const title = t`Are you still there?`
  const left = timeLeft(endsAt - now)
  const seconds = Math.ceil((endsAt - now) / 1_000)
  const announced = announcedAtSeconds.find((at) => seconds <= at && seconds > at - announcedForSeconds)
  return (
    <Dialog label={title} describedBy={words} onClose={stay}>
      <h2>{title}</h2>
      <p id={words} className={styles.words}>
        <Trans>
          You have not done anything for a while. To keep your account safe, you will be signed out in{' '}
          <b className={styles.clock}>{left}</b>.
        </Trans>
      </p>
      <DialogActions className={styles.answers}>
        <Button onClick={() => location.assign('/logout')}>
          <Trans>Sign out</Trans>
        </Button>
        <Button kind="primary" onClick={stay} data-autofocus>
          <Trans>Stay signed in</Trans>
        </Button>
      </DialogActions>
      <p className="said-only" role="status">
        {announced !== undefined &&
          `${title} ${i18n.number(announced, { style: 'unit', unit: 'second', unitDisplay: 'long' })}`}
      </p>
    </Dialog>
  )
}
