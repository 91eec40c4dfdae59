import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { listDemoPeople } from '@lintel/contract/settings/demo-people'
import type { Region } from '@lintel/contract/settings/regions'

/** The demo people, their password and the seed of the staff person's codes. */
export type Demo = CallAnswer<typeof listDemoPeople>

/** What the page learns after it is drawn. It works without any of it. */
export interface SignInFacts {
  regions: readonly Region[]
  /** What a username without a domain ends in, where there is such a thing. */
  domainSuffix: string | undefined
  demo: Demo | undefined
}

export const noFacts: SignInFacts = { regions: [], domainSuffix: undefined, demo: undefined }

/** Only a local installation has demo people, and only this machine reaches one: nobody else is asked in vain. */
const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Asks for the facts, each on its own; what fails is as if it were not there (account-portal chapter 8). */
export async function fetchSignInFacts(hostname: string): Promise<SignInFacts> {
  const [regions, configuration, demo] = await Promise.all([
    read<Region[]>('/regions.json'),
    read<{ data: { attributes: { domainSuffix?: string } } }>('/mgw/api/v3/cluster-configuration'),
    isLoopback.test(hostname) ? read<Demo>('/demo-people.json') : undefined,
  ])
  return { regions: regions ?? [], domainSuffix: configuration?.data.attributes.domainSuffix, demo }
}

async function read<Answer>(address: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(address)
    // Our own server's answer: its shape is tested there against the contract.
    return answer.ok ? ((await answer.json()) as Answer) : undefined
  } catch {
    return undefined
  }
}
