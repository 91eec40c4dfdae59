import { z } from 'zod'
import type { JobKind } from '../../platform/jobs/jobs'
import { countPeople } from './project-people.store'

/** Counts the people of projects that changed, so that lists in that order need not: until then each of them counts these itself. */
export const countPeopleJob: JobKind<object> = {
  kind: 'project-people.count',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 15,
  async run({ platform: { db }, signal }) {
    while (!signal.aborted && (await countPeople(db)));
  },
}
