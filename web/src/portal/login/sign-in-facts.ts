import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { SsoProvider } from '@lintel/contract/customers/providers'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { ClusterConfiguration } from '@lintel/contract/settings/cluster-configuration'
import type { listDemoPeople } from '@lintel/contract/settings/demo-people'
import type { Region } from '@lintel/contract/settings/regions'

/** The demo people, their password and the seed of the staff person's codes. */
export type Demo = CallAnswer<typeof listDemoPeople>

/** A provider that the page offers; its expression, where it has one, forces addresses to it. */
export type OfferedProvider = MatchedProvider & { emailRegex: string | null }

/** What this installation allows in front of the sign-in. */
export type Installation = Pick<
  ClusterConfiguration,
  'domainSuffix' | 'isSmtpEnabled' | 'outbox' | 'canRegister' | 'environment' | 'supportMail'
>

/** What the page learns after it is drawn. It works without any of it. */
export interface SignInFacts {
  regions: readonly Region[]
  /** Until it is known, nothing is offered that it may forbid. */
  installation: Partial<Installation>
  providers: readonly OfferedProvider[]
  demo: Demo | undefined
  /** The way to the app in this phone's store, where the operator has one there. */
  appAddress: string | undefined
}

export const noFacts: SignInFacts = {
  regions: [],
  installation: {},
  providers: [],
  demo: undefined,
  appAddress: undefined,
}

/** Whose facts are asked for: the host of the page, and the store of the device where it shows the page in a browser. */
export interface SignInDevice {
  hostname: string
  store: 'ios' | 'android' | undefined
}

/** Only a local installation has demo people, and only this machine reaches one: nobody else is asked in vain. */
const isLoopback = /^(([a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

type ProviderAttributes = Pick<SsoProvider, 'name' | 'icon' | 'color' | 'textColor' | 'emailRegex'>

/** Asks for the facts, each on its own; what fails is as if it were not there (account-portal chapter 8). */
export async function fetchSignInFacts({ hostname, store }: SignInDevice): Promise<SignInFacts> {
  const [regions, configuration, providers, demo, app] = await Promise.all([
    read<Region[]>('/regions.json'),
    read<{ data: { attributes: Installation } }>('/mgw/api/v3/cluster-configuration'),
    read<{ data: { id: string; attributes: ProviderAttributes }[] }>('/mgw/api/v3/sso-providers?sort=name'),
    isLoopback.test(hostname) ? read<Demo>('/demo-people.json') : undefined,
    store && read<{ url: string }>('/mgw/api/v2/short-links', { target: store }),
  ])
  return {
    regions: regions ?? [],
    installation: configuration?.data.attributes ?? {},
    providers: (providers?.data ?? [])
      .filter(({ id }) => !isBuiltIn(id))
      .map(({ id, attributes: { name, icon, color, textColor, emailRegex } }) => ({
        provider: id,
        name,
        icon,
        color,
        textColor,
        emailRegex,
      })),
    demo,
    appAddress: app?.url,
  }
}

/** Help, single sign-on and the way to a project of one's own are offered everywhere but on-premise, once that is known. */
export const isOnPremise = ({ environment }: Partial<Installation>): boolean =>
  environment === undefined || environment === 'onpremise'

/** Whether a mail with a code reaches people: sent, or read in the outbox of a local installation. */
export const offersReset = ({ isSmtpEnabled, outbox }: Partial<Installation>): boolean =>
  isSmtpEnabled === true || outbox !== undefined

async function read<Answer>(address: string, body?: object): Promise<Answer | undefined> {
  try {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(address, body && json)
    // Our own server's answer: its shape is tested there against the contract.
    return answer.ok ? ((await answer.json()) as Answer) : undefined
  } catch {
    return undefined
  }
}
