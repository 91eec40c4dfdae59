import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button'
import styles from './error-screen.module.css'
import { MessageScreen } from './message-screen'
import { RequestIdField } from './request-id-field'

/** Not found, or not visible to this person: the two are not distinguished. */
export const NotFoundScreen = ({ requestId = pageRequestId() }: { requestId?: string | undefined }) => (
  <MessageScreen mark="404" title={<Trans>There is nothing here</Trans>}>
    <p>
      <Trans>
        The address is wrong, what was here has been deleted, or you have no access to it. If somebody sent you here,
        ask them to invite you.
      </Trans>
    </p>
    <div className={styles.ways}>
      <Link to="/" className={buttonClass({ kind: 'primary' })}>
        <Trans>All projects</Trans>
      </Link>
    </div>
    {requestId !== undefined && <RequestIdField requestId={requestId} isNotFound />}
  </MessageScreen>
)

/** Id of the request that loaded this document, if the address is still the same. */
function pageRequestId(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!navigation || new URL(navigation.name).pathname !== location.pathname) return undefined
  return navigation.serverTiming.find(({ name }) => name === 'request')?.description
}
