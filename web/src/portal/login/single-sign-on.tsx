import { Trans, useLingui } from '@lingui/react/macro'
import { companyIdOf } from '@lintel/contract/customers/company-id'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { type FormEvent, useId, useState } from 'react'
import { failedWith } from '../../api/failure'
import { requestCompany } from '../../session/identity-calls'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { ProviderButton } from '../../ui/provider-button'
import styles from './single-sign-on.module.css'

interface SingleSignOnProps {
  providers: readonly MatchedProvider[]
  /** The provider that the page is redirecting to. */
  redirectingTo: string | undefined
  onRedirect(provider: MatchedProvider): void
}

/** Single sign-on: the listed providers, and a company id for the others. */
export const SingleSignOn = ({ providers, redirectingTo, onRedirect }: SingleSignOnProps) => (
  <div className={styles.section}>
    <p className={styles.or}>
      <Trans context="between two ways to sign in">or</Trans>
    </p>
    {providers.map((provider) => (
      <ProviderButton
        key={provider.provider}
        provider={provider}
        busy={redirectingTo === provider.provider}
        onClick={() => onRedirect(provider)}
      >
        <Trans>Continue with {provider.name}</Trans>
      </ProviderButton>
    ))}
    <CompanyForm onRedirect={onRedirect} />
  </div>
)

const loadProblemMessage = () => import('./problem-message')

function CompanyForm({ onRedirect }: Pick<SingleSignOnProps, 'onRedirect'>) {
  const { t } = useLingui()
  const helpId = useId()
  const [fieldError, setFieldError] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const [showsHelp, setShowsHelp] = useState(false)

  async function messageFor(error: unknown) {
    if (failedWith(error, 'invalidCompanyId')) return t`Invalid company id`
    return loadProblemMessage().then(
      ({ problemMessage }) => problemMessage(error),
      () => t`There is no connection to the server. Check your network and try again.`,
    )
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('companyId')
    const typed = field instanceof HTMLInputElement ? field.value : ''
    const companyId = companyIdOf(typed)
    setFieldError(
      companyId === '' ? (typed.trim() === '' ? t`Enter your company id.` : t`Invalid company id`) : undefined,
    )
    if (companyId !== '') {
      setSearching(true)
      await requestCompany(companyId).then(onRedirect, async (error) => setFieldError(await messageFor(error)))
      setSearching(false)
    }
    if (field instanceof HTMLInputElement) field.focus()
  }

  return (
    <div className={styles.company}>
      <form className={styles.row} onSubmit={submit} noValidate>
        <TextField
          name="companyId"
          label={<Trans>Company id</Trans>}
          aside={
            <button
              type="button"
              className={styles.link}
              aria-expanded={showsHelp}
              aria-controls={helpId}
              onClick={() => setShowsHelp(!showsHelp)}
            >
              <Trans>Forgot company id?</Trans>
            </button>
          }
          error={fieldError}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={isSearching}>
          <Trans>Continue</Trans>
        </Button>
      </form>
      <p id={helpId} className={styles.help} hidden={!showsHelp}>
        <Trans>
          Your company’s IT department chose it, often the company’s name in one word. Capital letters, spaces and
          punctuation do not matter. Colleagues who sign in this way can tell you.
        </Trans>
      </p>
    </div>
  )
}
