import { auditEvents } from '@lintel/contract/settings/audit-events'
import { exportAuditCsv, exportAuditJsonLines, readAuditState } from '@lintel/contract/settings/audit-log'
import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { registerForPush } from '@lintel/contract/settings/push'
import { followShortLink, shortenStoreLink } from '@lintel/contract/settings/short-links'
import { urls } from '@lintel/contract/settings/urls'
import { userSettings } from '@lintel/contract/settings/user-settings'
import { type AccessRow, callRow, resourceRows } from '../access-row'

import { nordbygg } from './actors'

/**
 * Configuration, personal settings and the audit log. Columns, in the order of `actors`:
 *                       anonymous guest expired-guest member admin owner customer-admin other-admin api staff
 */
export const settingsAccess = ({ auditEvent }: { auditEvent: string }): readonly AccessRow[] => [
  ...resourceRows(clusterConfiguration, 'read', '200 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(clusterConfiguration, 'read', '200 200 401 200 200 200 200 200 200 200', {
    id: clusterConfigurationId,
  }),
  ...resourceRows(urls, 'read', '401 200 401 200 200 200 200 200 200 200', { id: 'HELP' }),
  // Settings are personal: of the actors, only Mei has saved some.
  ...resourceRows(userSettings, 'list', '401 403 401 200 200 200 200 200 200 200'),
  ...resourceRows(userSettings, 'create', '401 403 401 201 201 201 201 201 201 201', {
    draft: { id: 'dashboard-order', schemaVersion: 1, value: { propertyName: 'name', ascending: true } },
  }),
  ...resourceRows(userSettings, 'read', '401 404 401 200 404 404 404 404 404 404', { id: 'projects' }),
  ...resourceRows(userSettings, 'update', '401 404 401 200 404 404 404 404 404 404', {
    id: 'projects',
    patch: { value: { columns: [] } },
  }),
  ...resourceRows(userSettings, 'remove', '401 404 401 204 404 404 404 404 404 404', { id: 'projects' }),
  callRow(registerForPush, '401 204 401 204 204 204 204 204 204 204', { body: { Token: 'abc', DeviceType: 'ios' } }),
  // No app store is configured here.
  callRow(shortenStoreLink, '404 404 404 404 404 404 404 404 404 404', { body: { target: 'ios' } }),
  callRow(followShortLink, '404 404 404 404 404 404 404 404 404 404', { parameters: { key: 'NOWHERE1' } }),

  callRow(readAuditState, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  callRow(readAuditState, '401 403 401 403 403 403 200 200 403 200'),
  callRow(exportAuditCsv, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  callRow(exportAuditJsonLines, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  ...resourceRows(auditEvents, 'list', '401 403 401 403 403 403 200 403 403 200', { filter: { customer: nordbygg } }),
  ...resourceRows(auditEvents, 'read', '401 404 401 404 404 404 200 404 404 200', { id: auditEvent }),
]
