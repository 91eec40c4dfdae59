import { Trans } from '@lingui/react/macro'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { Button } from '../../ui/button'
import { ProviderButton } from '../../ui/provider-button'

interface ForcedProviderActionsProps {
  provider: MatchedProvider
  isBusy: boolean
  onPreferPassword(): void
}

/**
 * Takes the focus of the password field, which the browser takes from a folded field with the next frame: what is typed next would reach
 * nothing.
 */
function takeFoldedFocus(button: HTMLButtonElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.closest('[inert]')) button?.focus({ preventScroll: true })
}

/** The form's actions when the entered address belongs to a provider: sign in there, or use a password instead. */
export const ForcedProviderActions = ({ provider, isBusy, onPreferPassword }: ForcedProviderActionsProps) => (
  <>
    <ProviderButton ref={takeFoldedFocus} provider={provider} isFull type="submit" busy={isBusy}>
      <Trans>Sign in with {provider.name}</Trans>
    </ProviderButton>
    <Button kind="quiet" wide onClick={onPreferPassword}>
      <Trans>Sign in with a password instead</Trans>
    </Button>
  </>
)
