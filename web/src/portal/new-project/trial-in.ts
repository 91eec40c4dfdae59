import { customers } from '@lintel/contract/customers/customers'
import type { CurrentUser } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readAll } from '../../api/resource'

/** Whether a new project begins with a trial, or would if the person had none running. */
type TrialOffer = Pick<CurrentUser, 'beginsWithTrial' | 'trialRunning'>

/** The first part of the key of {@link trialIn}. */
export const trialKey = ['trial-in'] as const

/**
 * The trial of a new project of this owner (email) in this customer (id): a trial customer that they administer, or in which they own a
 * project on trial.
 */
export const trialIn = (customer: string, owner: string) =>
  queryOptions({
    queryKey: [...trialKey, customer, owner],
    queryFn: async ({ signal }): Promise<TrialOffer> => {
      const [administered, owned] = await Promise.all([
        readAll(customers, { filter: { isTrial: true }, fields: { customers: ['name'] } }, signal),
        readAll(
          projects,
          { filter: { owner, isInactive: false }, fields: { projects: ['customer', 'trialEndsAt'] } },
          signal,
        ),
      ])
      const trials = owned.records.filter(({ trialEndsAt }) => trialEndsAt !== null)
      const trialCustomers = [...administered.records.map(({ id }) => id), ...trials.map((project) => project.customer)]
      if (!trialCustomers.includes(customer)) return { beginsWithTrial: false, trialRunning: false }
      const trialRunning = trials.some(({ trialEndsAt }) => Date.parse(trialEndsAt ?? '') > Date.now())
      return { beginsWithTrial: !trialRunning, trialRunning }
    },
  })

/**
 * The trial of a new project of this person in this customer (id); undefined until it is known. Without a customer, in the one that the
 * server chooses.
 */
export function useTrial(
  person: TrialOffer & Pick<CurrentUser, 'id'>,
  customer: string | undefined,
): TrialOffer | undefined {
  const { data } = useQuery({ ...trialIn(customer ?? '', person.id), enabled: customer !== undefined })
  return customer === undefined ? person : data
}
