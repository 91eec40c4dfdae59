import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type DemoPerson, listDemoPeople } from '@lintel/contract/settings/demo-people'
import { answer } from '../src/platform/answer'
import type { Platform } from '../src/platform/context'
import type { Route } from '../src/platform/route'
import { namedPeople, publishedPeople } from './named-people'
import { demoCodeSecret, demoPassword } from './credentials'
import { hasDemoWorld } from './load'

/** Whom the sign-in page introduces, in the order of the list. */
const people = (Object.keys(publishedPeople) as DemoPerson['part'][]).flatMap((part): DemoPerson[] =>
  namedPeople
    .filter(({ email }) => email === publishedPeople[part])
    .map(({ email, givenName, familyName }) => ({ email, name: `${givenName} ${familyName}`, part })),
)

/** Tells how to sign in as the demo people: only where nobody but this machine can ask. */
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
