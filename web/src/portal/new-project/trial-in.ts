import { customers } from '@lintel/contract/customers/customers'
import type { CurrentUser } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { queryOptions } from '@tanstack/react-query'
import { readAll } from '../../api/resource'

/** Whether a new project begins with a trial, or would if the person had none running. */
type TrialOffer = Pick<CurrentUser, 'beginsWithTrial' | 'trialRunning'>

/** The first part of the key of {@link trialIn}. */
export const trialKey = ['trial-in'] as const

/**
 * The trial of a new project in this customer (id), which its owner (email) administers. What the signed-in person says of trials holds only
 * where the server chooses the customer.
 */
export const trialIn = (customer: string, owner: string) =>
  queryOptions({
    queryKey: [...trialKey, customer, owner],
    queryFn: async ({ signal }): Promise<TrialOffer> => {
      const trials = await readAll(customers, { filter: { isTrial: true }, fields: { customers: ['name'] } }, signal)
      if (!trials.records.some(({ id }) => id === customer)) return { beginsWithTrial: false, trialRunning: false }
      const filter = { owner, isInactive: false }
      const owned = await readAll(projects, { filter, fields: { projects: ['trialEndsAt'] } }, signal)
      const trialRunning = owned.records.some(
        ({ trialEndsAt }) => trialEndsAt !== null && Date.parse(trialEndsAt) > Date.now(),
      )
      return { beginsWithTrial: !trialRunning, trialRunning }
    },
  })
