import { mayCreateProject } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import type { Environment } from '@lintel/contract/settings/environments'
import { actorOf } from './current-user'
import { type Device, isIos } from './device'

/**
 * Whether this person may create a project at this installation and on this device: nobody does on iOS (account-portal chapter 5). Every
 * button that leads to the form asks this, and so does the form's route.
 */
export const mayCreateHere = (
  user: CurrentUser,
  { environment }: { environment: Environment },
  device: Device = navigator,
): boolean => mayCreateProject(actorOf(user), environment) && !isIos(device)
