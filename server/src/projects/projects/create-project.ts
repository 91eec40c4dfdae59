import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { administeredDraftFields } from '@lintel/contract/projects/project-permissions'
import type { ProjectDraft } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { announceOwner } from '../../people/access-notices/access-notices'
import { findHome } from '../../people/users/person-of-customer.store'
import type { Change } from '../../platform/context'
import { loginMethodRequired } from '../../platform/refusal'
import { enqueueLead } from '../../settings/leads/lead'
import { enqueueProvisioning } from '../project-creation/make-project'
import { find as findTemplate } from '../project-templates/project-templates.store'
import { noteApplication } from '../template-application/applications.store'
import { find as findTemplateProject } from '../template-projects/template-projects.store'
import {
  administersProjectOf,
  firstAdministered,
  holdCreator,
  insertProject,
  insertTrialCustomer,
} from './create-project.store'
import { hasRunningTrial } from './end-trials.store'
import { atField, customerById, ownerById, type ProjectCustomer, refuseUnknown } from './project-references.store'

/**
 * Writes a new project with its owner's membership; a job brings in what its template has. Fails with 422 for a customer,
 * owner or template that the person cannot name, and for fields that only administrators of the customer may give.
 */
export async function addProject(change: Change<Person>, draft: ProjectDraft): Promise<string> {
  const { db, now, actor } = change
  const templateCustomer = await customerOfTemplate(change, draft)
  const customer = await customerOf(change, draft, templateCustomer)
  // The project would be closed to whoever made it.
  if (!customer.isOpen) throw loginMethodRequired(customer.loginMethods)
  if (!customer.isAdministered) refuseAdministered(draft)
  // One running trial a person; `customerOf` holds the creator, so that two at once are one after the other.
  if (customer.isTrial && !actor.isStaff && (await hasRunningTrial(db, actor.id, { now })))
    throw new Problem('trialRunning')
  await refuseUnknown(change, customer.id, draft)
  if (draft.copyPeople) await refuseForeignPeople(change, draft, customer.id)
  const owner = await ownerOf(change, draft, customer)
  const id = uuidv7()
  const isFromTemplate = draft.templateProjectId !== null || draft.projectTemplateId !== null
  await insertProject(change, { ...draft, id, customer, owner, isFromTemplate })
  await announceOwner(change, { user: owner, project: id, customer: customer.id })
  if (isFromTemplate) {
    await noteApplication(db, { project: id, copiesPeople: draft.copyPeople ?? false }, now)
    await enqueueProvisioning(db, { project: id, customer: customer.id }, now)
  }
  await enqueueLead(change, { project: id, customer: customer.id })
  return id
}

/** The customer that a chosen template belongs to; null for the platform's own and without a template. */
async function customerOfTemplate(
  { db, actor }: Change<Person>,
  { templateProjectId, projectTemplateId }: ProjectDraft,
): Promise<string | null> {
  if (templateProjectId !== null && projectTemplateId !== null) throw atField('invalid', 'projectTemplateId')
  if (templateProjectId !== null) {
    const template = await findTemplateProject(db, actor, templateProjectId)
    if (!template) throw atField('unknownReference', 'templateProjectId')
    return template.customer
  }
  if (projectTemplateId === null) return null
  const template = await findTemplate(db, actor, projectTemplateId)
  if (!template) throw atField('unknownReference', 'projectTemplateId')
  return template.customer
}

/**
 * Whose project it becomes: the customer named, the template's, the one where the person is at home, the first they administer, and for
 * somebody who has none of these a new customer on trial.
 */
async function customerOf(
  change: Change<Person>,
  draft: ProjectDraft,
  templateCustomer: string | null,
): Promise<ProjectCustomer> {
  const { db, actor } = change
  const person = await holdCreator(db, actor.id)
  const home = await findHome(db, actor.id)
  if (draft.customer !== null) {
    const named = await customerById(db, actor, draft.customer)
    if (!named || !(named.isAdministered || named.id === home || isClosed(actor, named.id)))
      throw atField('unknownReference', 'customer')
    return named
  }
  const id = templateCustomer ?? home ?? (await firstAdministered(db, actor.id))
  const customer = id === undefined ? undefined : await customerById(db, actor, id)
  if (customer) return customer
  // Staff create projects for customers, never for themselves.
  if (actor.isStaff) throw atField('required', 'customer')
  return addTrialCustomer(change, person.organization || person.name || person.email)
}

/** A customer of theirs that another login method would open: they may know of it. */
const isClosed = ({ closedCustomers }: Person, id: string) => closedCustomers.some(({ customer }) => customer === id)

async function addTrialCustomer(change: Change<Person>, name: string): Promise<ProjectCustomer> {
  const id = await insertTrialCustomer(change, name)
  change.audit({
    action: 'customers.create',
    customer: id,
    target: { type: 'customers', id },
    after: { name, isTrial: true },
  })
  return { id, isTrial: true, isAdministered: false, isOpen: true, loginMethods: [] }
}

/** People go along from a project of the same customer that the person administers: those of others are not theirs to add. */
async function refuseForeignPeople(
  { db, actor }: Change<Person>,
  { templateProjectId }: ProjectDraft,
  customer: string,
): Promise<void> {
  if (templateProjectId === null || !(await administersProjectOf(db, actor, templateProjectId, customer)))
    throw atField('notWritable', 'copyPeople')
}

async function ownerOf(
  { db, actor }: Change<Person>,
  { owner }: ProjectDraft,
  customer: ProjectCustomer,
): Promise<string> {
  if (owner === null || owner.toLowerCase() === actor.email) return actor.id
  if (!customer.isAdministered) throw atField('notWritable', 'owner')
  return ownerById(db, actor, owner, customer.id)
}

function refuseAdministered(draft: ProjectDraft): void {
  const given = administeredDraftFields.find((field) => {
    const value = draft[field]
    return Array.isArray(value) ? value.length > 0 : value
  })
  if (given) throw atField('notWritable', given)
}
