import { anyone } from '@lintel/contract/people/permissions'
import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import type { Platform } from '../../platform/context'
import { type ServedResource, servePublic } from '../../platform/serve'
import { installationFor } from './installation'

export const clusterConfigurationRoutes = ({ configuration }: Platform): ServedResource =>
  servePublic(clusterConfiguration, {
    one: clusterConfigurationId,
    whileRestricted: true,
    find: async (_db, actor, id) => (id === clusterConfigurationId ? installationFor(configuration, actor) : undefined),
    read: { may: anyone },
  })
