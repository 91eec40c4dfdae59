import { z } from 'zod'
import type { JobKind } from '../../platform/jobs/jobs'
import { countPeople } from './project-people.store'

/**
 * Updates the stored number of people of changed projects. Until then, lists sorted by that number count the changed projects themselves.
 */
export const countPeopleJob: JobKind<object> = {
  kind: 'project-people.count',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 15,
  async run({ platform: { db }, signal }) {
    while (!signal.aborted && (await countPeople(db)));
  },
}
