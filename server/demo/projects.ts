import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { type CustomerKey, customerId, customers } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'
import type { ProjectOutline } from './project-outline'
import {
  eiendomProjects,
  fassadeProjects,
  fjellbaneProjects,
  lintelProjects,
  skovgaardProjects,
  stalbyggProjects,
  vvsteknikProjects,
} from './projects-of-neighbours'
import { nordbyggProjects } from './projects-of-nordbygg'

export interface DemoProject extends ProjectOutline {
  id: string
  customer: CustomerKey
}

const allFeatures = [
  'PRO_TOPICS',
  'PRO_DOCUMENTS',
  'CHECKLISTS',
  'IFC_MODELS',
  'CUSTOM_VIEWS',
  'REPORTS',
  'TAKT_TRAINS',
]

const outlines: Record<CustomerKey, readonly ProjectOutline[]> = {
  nordbygg: nordbyggProjects,
  eiendom: eiendomProjects,
  stalbygg: stalbyggProjects,
  vvsteknik: vvsteknikProjects,
  fassade: fassadeProjects,
  fjellbane: fjellbaneProjects,
  skovgaard: skovgaardProjects,
  bodohavn: [],
  lintel: lintelProjects,
}

export const projectId = (number: string): string => demoId('project', number)

export const projects: readonly DemoProject[] = (Object.keys(outlines) as CustomerKey[]).flatMap((customer) =>
  outlines[customer].map((outline) => ({ ...outline, id: projectId(outline.number), customer })),
)

/** Days since the crashed projects crashed. */
const crashedDays = 2

export const projectRows = ({ ago, ahead }: Moments): Insertable<DB['project']>[] =>
  projects.map((project, position) => {
    const account = 'sfAccount' in customers[project.customer]
    return {
      id: project.id,
      customer_id: customerId(project.customer),
      name: project.name,
      description: project.description ?? null,
      external_id: project.number,
      owner_id: personId(project.owner),
      status: project.status ?? 'Running',
      crashed_at: project.status === 'Crashed' ? ago(crashedDays) : null,
      is_hibernated: project.hibernated !== undefined,
      hibernated_at: project.hibernated === undefined ? null : ago(project.hibernated),
      is_inactive: project.deleted !== undefined,
      deleted_at: project.deleted === undefined ? null : ago(project.deleted),
      is_library: project.isLibrary ?? false,
      is_template: project.isTemplate ?? false,
      is_default_template: project.isDefaultTemplate ?? false,
      public_template_order: project.isDefaultTemplate ? 1 : null,
      features: allFeatures.slice(0, 3 + (position % 5)),
      providers: [...(project.providers ?? [])],
      template_project_id: project.templateProject ? projectId(project.templateProject) : null,
      project_template_id: null,
      salesforce_account_id: account ? `0015800000${project.customer.slice(0, 5).toUpperCase()}` : null,
      salesforce_account_name: account ? customers[project.customer].name : null,
      salesforce_project_id: account ? `a0X58000${String(2_000 + position * 13)}` : null,
      creation_state: project.creation ?? null,
      creation_done: project.creation ? 1 : 0,
      creation_failure: project.creation === 'failed' ? 'internal' : null,
      trial_ends_at: project.trialDays === undefined ? null : ahead(project.trialDays),
      created_at: ago(project.age),
      created_by: personId(project.owner),
      updated_at: ago(Math.min(project.age, project.hibernated ?? project.deleted ?? position % 30)),
      updated_by: personId(project.owner),
    }
  })
