import { Trans, useLingui } from '@lingui/react/macro'
import { CodeField } from '../ui/code-field'
import { type Proof, proofField } from './use-proof'

/** The field for the code of the second factor, in a form of {@link useProof}. */
export function ProofCodeField({ proof: { isWrong, isEmpty } }: { proof: Pick<Proof, 'isWrong' | 'isEmpty'> }) {
  const { t } = useLingui()
  return (
    <CodeField
      name={proofField}
      label={<Trans>Verification code</Trans>}
      error={
        isWrong
          ? t`This code is not valid. Each code works once and only for a short time.`
          : isEmpty && t`Enter the code.`
      }
      autoFocus
    />
  )
}
