import { Trans } from '@lingui/react/macro'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { Button } from '../../ui/button'
import { ProviderButton } from '../../ui/provider-button'

interface ForcedWayProps {
  provider: MatchedProvider
  isBusy: boolean
  onPreferPassword(): void
}

/** The form's ways on when the typed address belongs to a provider: there, or with a password all the same. */
export const ForcedWay = ({ provider, isBusy, onPreferPassword }: ForcedWayProps) => (
  <>
    <ProviderButton provider={provider} isFull type="submit" busy={isBusy}>
      <Trans>Sign in with {provider.name}</Trans>
    </ProviderButton>
    <Button kind="quiet" wide onClick={onPreferPassword}>
      <Trans>Sign in with a password instead</Trans>
    </Button>
  </>
)
