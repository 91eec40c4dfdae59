import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import type { SsoProvider } from '@lintel/contract/customers/providers'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { ClusterConfiguration } from '@lintel/contract/settings/cluster-configuration'
import type { listDemoPeople } from '@lintel/contract/settings/demo-people'
import type { Region } from '@lintel/contract/settings/regions'
import { probe, whenConnected } from '../../api/connection'

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
  /** Reads the parts again that could not be read, after a pause; undefined if there are none. */
  later?: (() => Promise<SignInConfig>) | undefined
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

/** Pauses before parts that could not be read are requested again, in ms: doubled each time. */
const retryDelays = { first: 3_000, max: 60_000 }

/** The bodies by address that were read; undefined for a part that the server refuses, which counts as absent. */
type Answers = Map<string, unknown>

/**
 * Loads the configuration, each part on its own; a failed part counts as absent (account-portal chapter 8). Parts without a response and
 * those that failed on the server are requested again: see `later`.
 */
export async function fetchSignInConfig(
  device: SignInDevice,
  answers: Answers = new Map(),
  pauseMs = retryDelays.first,
): Promise<SignInConfig> {
  const { hostname, store } = device
  let isComplete = true
  async function read<Body>(address: string, body?: object): Promise<Body | undefined> {
    if (!answers.has(address)) {
      try {
        answers.set(address, await request(address, body))
      } catch {
        isComplete = false
      }
    }
    // The response of our own server, whose shape is tested there against the contract.
    return answers.get(address) as Body | undefined
  }
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
    later: isComplete ? undefined : () => retry(device, answers, pauseMs),
  }
}

async function retry(device: SignInDevice, answers: Answers, pauseMs: number): Promise<SignInConfig> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  await whenConnected()
  return fetchSignInConfig(device, answers, Math.min(2 * pauseMs, retryDelays.max))
}

/** Help, single sign-on and new projects are offered everywhere but on-premise, once the environment is known. */
export const isOnPremise = ({ environment }: Partial<Installation>): boolean =>
  environment === undefined || environment === 'onpremise'

/** Whether users can receive a mailed code: mail is sent, or readable in the outbox of a local installation. */
export const offersReset = ({ isSmtpEnabled, outbox }: Partial<Installation>): boolean =>
  isSmtpEnabled === true || outbox !== undefined

/** Fails without a response and where the server failed. */
async function request(address: string, body?: object): Promise<unknown> {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(address, body && json).catch((error: unknown) => {
    void probe()
    throw error
  })
  if (response.status >= 500) throw new Error(`The server answered ${response.status}`)
  return response.ok ? response.json() : undefined
}
