import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { listExternalIdentities, unlinkIdentity } from '@lintel/contract/identity/federation'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { all } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { currentUser } from '../../session/current-user'
import { redirectToProvider } from '../../session/external-login'
import { currentSession } from '../../session/session'
import { sessionSubject } from '../../session/session-state'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { ProfileSection, Setting } from './profile-section'
import { type SignOnOption, signOnOptions } from './sign-on-options'

const providersQuery = all(ssoProviders, { sort: ['name'] })
const identitiesQuery = queryOptions({
  queryKey: ['external-identities'],
  queryFn: ({ signal }) => callApi(listExternalIdentities, { signal }),
})

/** One row per provider: when single sign-on was enabled, or the button to enable it. */
export function SingleSignOnSection({ email }: { email: string }) {
  const providers = useQuery(providersQuery)
  const identities = useQuery(identitiesQuery)
  const options = signOnOptions(
    providers.data?.records ?? [],
    identities.data?.identities ?? [],
    identities.data?.linkable ?? [],
  )
  // Hidden while loading and where no provider is offered, because the section is optional.
  if (identities.data === undefined || options.length === 0) return null
  return (
    <ProfileSection title={<Trans>Single sign-on</Trans>}>
      {options.map((option) => (
        <Provider key={option.key} option={option} email={email} />
      ))}
    </ProfileSection>
  )
}

function Provider({ option: { provider, name, link }, email }: { option: SignOnOption; email: string }) {
  const { i18n } = useLingui()
  const enable = () =>
    redirectToProvider(
      { provider, name, intent: 'link', person: sessionSubject(currentSession()), rememberMe: false },
      email,
    )
  if (!link) {
    return (
      <Setting
        action={
          <Button size="small" onClick={enable}>
            <Trans>Enable single sign-on</Trans>
          </Button>
        }
      >
        <span>{name}</span>
      </Setting>
    )
  }
  const since = i18n.date(link.linkedAt, { dateStyle: 'medium' })
  return (
    <Setting action={<Disable id={link.id} name={name} />}>
      <span>{name}</span>
      <span>
        {link.email === null ? (
          <Trans>Enabled since {since}</Trans>
        ) : (
          <Trans>
            Enabled since {since} for {link.email}
          </Trans>
        )}
      </span>
    </Setting>
  )
}

function Disable({ id, name }: { id: string; name: string }) {
  const { t } = useMacro()
  const [isConfirming, setConfirming] = useState(false)
  const unlink = useSave({
    work: () => callApi(unlinkIdentity, { parameters: { id } }),
    // Without a provider the profile needs a phone number, which may be missing (decision 051).
    invalidates: [identitiesQuery, userProfiles, currentUser],
  })
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        <Trans>Disable</Trans>
      </Button>
      {isConfirming && (
        <Confirm
          title={t`Disable single sign-on with ${name}?`}
          action={<Trans>Disable</Trans>}
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate(undefined, { onSettled: () => setConfirming(false) })}
          onCancel={() => setConfirming(false)}
        >
          <Trans>Devices where you signed in with it are signed out. Your password stays.</Trans>
        </Confirm>
      )}
    </>
  )
}
