import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type DemoPerson, listDemoPeople } from '@lintel/contract/settings/demo-people'
import { answer } from '../src/platform/answer'
import type { Platform } from '../src/platform/context'
import type { Route } from '../src/platform/route'
import { demoCodeSecret, demoPassword } from './credentials'
import { hasDemoWorld } from './load-demo-world'
import { namedPeople, publishedPeople } from './named-people'

/** The people listed on the sign-in page, in order. */
const people = (Object.keys(publishedPeople) as DemoPerson['part'][]).flatMap((part): DemoPerson[] =>
  namedPeople
    .filter(({ email }) => email === publishedPeople[part])
    .map(({ email, givenName, familyName }) => ({ email, name: `${givenName} ${familyName}`, part })),
)

/** Serves the credentials of the demo people, in the `local` environment only. */
export const demoPeopleRoutes = ({ configuration: { environment } }: Platform): Route[] =>
  environment === 'local'
    ? [
        answer(listDemoPeople, {
          anonymous: true,
          ignoresBearer: true,
          may: anyone,
          async run({ db }) {
            if (!(await hasDemoWorld(db))) throw new Problem('notFound')
            return { password: demoPassword, codeSecret: demoCodeSecret, people }
          },
        }),
      ]
    : []
