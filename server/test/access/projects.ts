import { customers } from '@lintel/contract/customers/customers'
import { checkCustomerDomain, customerDomains } from '@lintel/contract/customers/domains'
import { readProviderUsage } from '@lintel/contract/customers/provider-usage'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { previewSecurityPolicy, securityPolicies } from '@lintel/contract/customers/security-policies'
import { countODataTable, readODataMetadata, readODataService, readODataTable } from '@lintel/contract/exchange/odata'
import { exportProjectsCsv } from '@lintel/contract/exchange/projects-csv'
import { exportClassifications, exportProjectStats } from '@lintel/contract/exchange/statistics-exports'
import {
  downloadTopicExport,
  listTopicExports,
  listTopicWorkflows,
  removeTopicExport,
  startTopicExport,
} from '@lintel/contract/exchange/topic-exports'
import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import { runOperations } from '@lintel/contract/jsonapi/operations'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { organizations } from '@lintel/contract/people/organizations'
import { readFigures } from '@lintel/contract/projects/dashboard-figures'
import { readDashboardImage, uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { features } from '@lintel/contract/projects/features'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { readMoveEffects } from '@lintel/contract/projects/move-effects'
import { openProject } from '@lintel/contract/projects/open-project'
import { readProjectActivity } from '@lintel/contract/projects/project-activity'
import { readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { startProject } from '@lintel/contract/projects/project-lifecycle'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { readEvents, readProjectEvents } from '@lintel/contract/settings/events'
import { demoFiles } from '../../demo/content/files'
import { demoImageId, widgetId } from '../../demo/widgets'
import { type AccessRow, asStream, callRow, resourceRows, withForm } from '../access-row'
import { updateOperation } from '../operations'
import { domain, eiendom, harbour, nordbygg, pendingDomain, school, template, visitors } from './actors'

/**
 * Customers, providers, projects and their exports. Columns, in the order of `actors`:
 *                       anonymous guest expired-guest member admin owner customer-admin other-admin api staff
 */
export const projectAccess: readonly AccessRow[] = [
  ...resourceRows(customers, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(customers, 'read', '401 404 401 404 404 404 200 404 200 200', { id: nordbygg }),
  ...resourceRows(customers, 'create', '401 403 401 403 403 403 403 403 403 201', { draft: { name: 'Vestbygg AS' } }),
  ...resourceRows(customers, 'update', '401 404 401 404 404 404 403 404 403 200', {
    id: nordbygg,
    patch: { name: 'Nord' },
  }),
  // 409 for staff, because Nordbygg has projects; the others are refused before that.
  ...resourceRows(customers, 'remove', '401 404 401 404 404 404 403 404 403 409', { id: nordbygg }),

  // Public, because the sign-in screen shows them.
  ...resourceRows(ssoProviders, 'list', '200 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(ssoProviders, 'read', '200 200 401 200 200 200 200 200 200 200', { id: 'partnerengineering' }),
  ...resourceRows(ssoProviders, 'create', '401 403 401 403 403 403 403 403 403 201', {
    draft: { id: 'vestbygg', name: 'Vestbygg' },
  }),
  ...resourceRows(ssoProviders, 'update', '401 403 401 403 403 403 403 403 403 200', {
    id: 'partnerengineering',
    patch: { name: 'Partner' },
  }),
  // 409 because a project uses it.
  ...resourceRows(ssoProviders, 'remove', '401 403 401 403 403 403 403 403 403 409', { id: 'partnerengineering' }),

  // Dashboards belong to their administrators and can be read with read access to the customer.
  ...resourceRows(dashboardWidgets, 'list', '401 200 401 200 200 200 200 200 200 200', {
    filter: { customer: nordbygg },
  }),
  ...resourceRows(dashboardWidgets, 'read', '401 404 401 404 404 404 200 404 200 200', { id: widgetId('NB-2041', 0) }),
  ...resourceRows(dashboardWidgets, 'create', '401 403 401 422 422 422 201 422 403 201', {
    draft: { project: harbour, typeName: 'generic-info' } as never,
  }),
  ...resourceRows(dashboardWidgets, 'update', '401 404 401 404 404 404 200 404 403 200', {
    id: widgetId('NB-2041', 0),
    patch: { size: [2, 1] },
  }),
  ...resourceRows(dashboardWidgets, 'remove', '401 404 401 404 404 404 204 404 403 204', {
    id: widgetId('NB-2041', 0),
  }),
  withForm(callRow(uploadDashboardImage, '401 403 401 422 422 422 201 422 403 201'), {
    project: harbour,
    file: demoFiles.north.bytes,
  }),
  callRow(readDashboardImage, '401 404 401 404 404 404 200 404 200 200', { parameters: { id: demoImageId } }),
  callRow(readFigures, '401 403 401 200 200 200 200 200 200 200', { body: { widgets: [widgetId('NB-2041', 0)] } }),

  callRow(readProviderUsage, '401 403 401 403 403 403 403 403 403 200', {
    parameters: { provider: 'partnerengineering' },
  }),

  ...resourceRows(securityPolicies, 'read', '401 404 401 404 404 404 200 404 404 200', { id: nordbygg }),
  ...resourceRows(securityPolicies, 'update', '401 404 401 404 404 404 200 404 404 200', {
    id: nordbygg,
    patch: { longestSessionHours: 24 },
  }),
  callRow(previewSecurityPolicy, '401 403 401 403 403 403 200 404 403 200', {
    parameters: { id: nordbygg },
    body: {},
  }),
  ...resourceRows(customerDomains, 'list', '401 403 401 403 403 403 403 403 403 200'),
  ...resourceRows(customerDomains, 'list', '401 403 401 403 403 403 200 403 403 200', {
    filter: { customer: nordbygg },
  }),
  ...resourceRows(customerDomains, 'read', '401 404 401 404 404 404 200 404 404 200', { id: domain }),
  ...resourceRows(customerDomains, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: { domain: 'bygg.nordbygg.example', customer: nordbygg },
  }),
  ...resourceRows(customerDomains, 'remove', '401 404 401 404 404 404 204 404 404 204', { id: domain }),
  callRow(checkCustomerDomain, '401 403 401 403 403 403 200 404 403 200', { parameters: { id: pendingDomain } }),

  ...resourceRows(features, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(features, 'read', '401 200 401 200 200 200 200 200 200 200', { id: 'CHECKLISTS' }),

  ...resourceRows(projects, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projects, 'read', '401 200 401 200 200 200 200 404 200 200', { id: harbour }),
  ...resourceRows(projects, 'create', '401 403 401 201 201 201 201 201 201 201', {
    draft: { name: 'Garden shed' },
  }),
  ...resourceRows(projects, 'update', '401 403 401 403 200 200 200 404 403 200', {
    id: harbour,
    patch: { description: 'Nine floors' },
  }),
  ...resourceRows(projects, 'remove', '401 403 401 403 403 204 204 404 403 204', { id: harbour }),
  callRow(exportUsersSpreadsheet, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } }),
  callRow(exportUsersJson, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } }),
  callRow(exportProjectStats, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } }),
  callRow(readODataService, '401 403 401 403 403 403 200 403 200 200', { parameters: { customer: nordbygg } }),
  callRow(readODataMetadata, '401 403 401 403 403 403 200 403 200 200', { parameters: { customer: nordbygg } }),
  callRow(readODataTable, '401 403 401 403 403 403 200 403 200 200', {
    parameters: { customer: nordbygg, table: 'projects' },
  }),
  callRow(countODataTable, '401 403 401 403 403 403 200 403 200 200', {
    parameters: { customer: nordbygg, table: 'topics' },
  }),
  callRow(exportClassifications, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } }),
  callRow(exportProjectsCsv, '401 403 401 403 403 403 200 403 200 200', {
    body: { customer: nordbygg, columns: [{ id: 'name' }] },
  }),
  callRow(startTopicExport, '401 403 401 403 403 403 201 403 403 201', {
    body: { customer: nordbygg, format: 'csv' },
  }),
  callRow(listTopicExports, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  callRow(listTopicWorkflows, '401 403 401 403 403 403 200 403 403 200', { query: { customer: nordbygg } }),
  // Only its creator may read it; the tests next to the route use an existing one.
  callRow(downloadTopicExport, '401 404 401 404 404 404 404 404 404 404', { parameters: { id: harbour } }),
  callRow(removeTopicExport, '401 404 401 404 404 404 404 404 404 404', { parameters: { id: harbour } }),
  callRow(runOperations, '401 404 401 404 404 404 200 404 403 200', {
    body: { 'atomic:operations': [updateOperation(organizations, visitors, { country: 'NO' })] },
  }),
  asStream(callRow(readEvents, '401 403 401 403 403 403 200 403 200 200', { query: { customer: nordbygg } })),
  callRow(readAccessMatrix, '401 403 401 403 403 403 200 403 200 200', { parameters: { customer: nordbygg } }),
  callRow(openProject, '401 204 401 204 204 204 204 404 204 204', { parameters: { id: harbour } }),

  callRow(readProjectActivity, '401 403 401 404 200 200 200 404 404 200', { parameters: { id: harbour } }),
  asStream(callRow(readProjectEvents, '401 403 401 404 200 200 200 404 404 200', { parameters: { id: harbour } })),
  callRow(readMoveEffects, '401 403 401 403 403 403 403 403 403 200', {
    parameters: { id: harbour },
    query: { customer: eiendom },
  }),
  callRow(startProject, '401 202 401 202 202 202 202 404 202 202', { parameters: { id: harbour } }),

  callRow(addFavourite, '401 204 401 204 204 204 204 404 404 404', { parameters: { id: harbour } }),
  callRow(removeFavourite, '401 204 401 204 204 204 204 404 404 404', { parameters: { id: harbour } }),
  callRow(readCreationProgress, '401 200 401 200 200 200 200 404 200 200', { parameters: { id: harbour } }),
  callRow(retryCreation, '401 403 401 403 202 202 202 404 403 202', { parameters: { id: harbour } }),

  ...resourceRows(projectLinks, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectLinks, 'read', '401 200 401 200 200 200 200 404 404 404', { id: harbour }),
  ...resourceRows(projectStats, 'list', '401 200 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectStats, 'read', '401 200 401 200 200 200 200 404 200 200', { id: harbour }),

  ...resourceRows(templateProjects, 'list', '401 403 401 200 200 200 200 200 200 200'),
  ...resourceRows(templateProjects, 'read', '401 404 401 200 200 200 200 404 200 200', { id: template }),
  ...resourceRows(madeProjects, 'list', '401 403 401 200 200 200 200 200 200 200', { filter: { template: school } }),
  callRow(readTemplatePreview, '401 403 401 200 200 200 200 404 200 200', {
    parameters: { choice: `template-${school}` },
  }),
  ...resourceRows(projectTemplates, 'list', '401 403 401 200 200 200 200 200 200 200'),
  ...resourceRows(projectTemplates, 'read', '401 404 401 200 200 200 200 404 200 200', { id: school }),
  ...resourceRows(projectTemplates, 'create', '401 403 401 403 403 403 201 403 403 201', {
    draft: { name: 'Garden shed', customer: nordbygg },
  }),
  ...resourceRows(projectTemplates, 'update', '401 404 401 403 403 403 200 404 403 200', {
    id: school,
    patch: { name: 'Nordbygg schools' },
  }),
  ...resourceRows(projectTemplates, 'remove', '401 404 401 403 403 403 204 404 403 204', { id: school }),
]
