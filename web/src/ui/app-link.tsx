import { Trans } from '@lingui/react/macro'
import { buttonClass } from './button'
import { Icon } from './icon'

/** Link to the app in the store of this phone or tablet. */
export const AppLink = ({ address }: { address: string }) => (
  <a href={address} className={buttonClass({ size: 'small', wide: true })}>
    <Icon name="phone" />
    <Trans>Get the app</Trans>
  </a>
)
