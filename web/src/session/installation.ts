import type { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import type { QueryClient } from '@tanstack/react-query'
import { firstResources } from '../api/first-calls'
import { one } from '../api/resource'
import { currentSession, watchSession } from './session'

const current: typeof clusterConfigurationId = 'current'

/** The configuration of this installation; parts of it are available only when signed in. */
export const installation = one<typeof clusterConfiguration>(firstResources.clusterConfiguration, current)

/**
 * Whenever a session begins, drops the configuration that was read without one, also if it has not been answered yet; returns the function
 * that stops. Nothing else that is cached has an answer for those who are not signed in.
 */
export function dropAnonymousInstallation(queries: QueryClient): () => void {
  let isSignedIn = currentSession().at === 'signed-in'
  return watchSession(() => {
    const wasSignedIn = isSignedIn
    isSignedIn = currentSession().at === 'signed-in'
    if (isSignedIn && !wasSignedIn) queries.removeQueries({ queryKey: installation.queryKey })
  })
}
