import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { SsoProvider } from '@lintel/contract/customers/providers'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { ClusterConfiguration } from '@lintel/contract/settings/cluster-configuration'
import type { listDemoPeople } from '@lintel/contract/settings/demo-people'
import type { Region } from '@lintel/contract/settings/regions'

/** The demo users, their password and the TOTP secret of the staff user. */
export type Demo = CallAnswer<typeof listDemoPeople>

/** A provider listed on the page; addresses that match its expression, if it has one, are forced to it. */
export type OfferedProvider = MatchedProvider & { emailRegex: string | null }

/** The settings of the installation that are public before sign-in. */
export type Installation = Pick<
  ClusterConfiguration,
  'domainSuffix' | 'isSmtpEnabled' | 'outbox' | 'canRegister' | 'environment' | 'supportMail'
>

/** The configuration that the page loads after it is rendered. The page works without any of it. */
export interface SignInConfig {
  regions: readonly Region[]
  /** Until it is loaded, nothing is offered that it may forbid. */
  installation: Partial<Installation>
  providers: readonly OfferedProvider[]
  demo: Demo | undefined
  /** The address of the app in the store of this phone, if the operator has published one. */
  appAddress: string | undefined
}

export const emptySignInConfig: SignInConfig = {
  regions: [],
  installation: {},
  providers: [],
  demo: undefined,
  appAddress: undefined,
}

/** What the configuration depends on: the host of the page, and the app store of the device if the page is open in a browser. */
export interface SignInDevice {
  hostname: string
  store: 'ios' | 'android' | undefined
}

/** Only a local installation has demo users, and only the same machine reaches it: avoids a pointless request elsewhere. */
const isLoopback = /^(([a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The public providers, as many as one page of a list can have. */
const providersAddress = '/mgw/api/v3/sso-providers?sort=name&page[size]=200'

type ProviderAttributes = Pick<SsoProvider, 'name' | 'icon' | 'color' | 'textColor' | 'emailRegex'>

/** Loads the configuration, each part on its own; a failed part counts as absent (account-portal chapter 8). */
export async function fetchSignInConfig({ hostname, store }: SignInDevice): Promise<SignInConfig> {
  const [regions, configuration, providers, demo, app] = await Promise.all([
    read<Region[]>('/regions.json'),
    read<{ data: { attributes: Installation } }>('/mgw/api/v3/cluster-configuration'),
    read<{ data: { id: string; attributes: ProviderAttributes }[] }>(providersAddress),
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

/** Help, single sign-on and new projects are offered everywhere but on-premise, once the environment is known. */
export const isOnPremise = ({ environment }: Partial<Installation>): boolean =>
  environment === undefined || environment === 'onpremise'

/** Whether users can receive a mailed code: mail is sent, or readable in the outbox of a local installation. */
export const offersReset = ({ isSmtpEnabled, outbox }: Partial<Installation>): boolean =>
  isSmtpEnabled === true || outbox !== undefined

async function read<Body>(address: string, body?: object): Promise<Body | undefined> {
  try {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(address, body && json)
    // The response of our own server, whose shape is tested there against the contract.
    return response.ok ? ((await response.json()) as Body) : undefined
  } catch {
    return undefined
  }
}
