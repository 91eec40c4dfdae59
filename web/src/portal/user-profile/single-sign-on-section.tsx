import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { listExternalIdentities, unlinkIdentity } from '@lintel/contract/identity/federation'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { all } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { leaveForProvider } from '../../session/external-login'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { ProfileSection, Setting } from './profile-section'
import { type SignOnOption, signOnOptions } from './sign-on-options'

const offered = all(ssoProviders, { sort: ['name'] })
const linked = queryOptions({
  queryKey: ['external-identities'],
  queryFn: ({ signal }) => ask(listExternalIdentities, { signal }),
})

/** One line a provider: single sign-on enabled and since when, or the way to enable it. */
export function SingleSignOnSection({ email }: { email: string }) {
  const providers = useQuery(offered)
  const identities = useQuery(linked)
  const options = signOnOptions(
    providers.data?.records ?? [],
    identities.data?.identities ?? [],
    identities.data?.linkable ?? [],
  )
  // Nothing to say while it loads, nor where no provider is offered: the section is an offer.
  if (!identities.isSuccess || options.length === 0) return null
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
  const enable = () => leaveForProvider({ provider, name, intent: 'link', rememberMe: false }, email)
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
  const [isAsking, setAsking] = useState(false)
  const unlink = useSave({ work: () => ask(unlinkIdentity, { parameters: { id } }), touches: [linked] })
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Trans>Disable</Trans>
      </Button>
      {isAsking && (
        <Confirm
          title={t`Disable single sign-on with ${name}?`}
          action={<Trans>Disable</Trans>}
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <Trans>Devices where you signed in with it are signed out. Your password stays.</Trans>
        </Confirm>
      )}
    </>
  )
}
