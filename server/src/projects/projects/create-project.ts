import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { administeredDraftFields } from '@lintel/contract/projects/project-permissions'
import type { ProjectDraft } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { notifyNewOwner } from '../../people/access-notices/access-notices'
import { findHomeCustomer } from '../../people/users/belongs-to-customer.store'
import type { Change } from '../../platform/context'
import { loginMethodRequired } from '../../platform/refusal'
import { enqueueLead } from '../../settings/leads/lead'
import { enqueueProvisioning } from '../project-creation/provision-project'
import { find as findTemplate } from '../project-templates/project-templates.store'
import { recordApplication } from '../template-application/applications.store'
import { find as findTemplateProject } from '../template-projects/template-projects.store'
import {
  administersProjectOf,
  findFirstAdministeredCustomer,
  findOwnTrialCustomer,
  insertProject,
  insertTrialCustomer,
  lockCreator,
} from './create-project.store'
import { hasRunningTrial } from './end-trials.store'
import {
  assertKnownReferences,
  customerById,
  ownerById,
  type ProjectCustomer,
  projectFieldProblem,
} from './project-references.store'
import { requiredLoginMethods } from './project-rights.store'

/**
 * Creates a project with its owner's membership and enqueues the copying of its template. Throws 422 for a customer, owner or template that
 * the person may not use, and for fields that only administrators of the customer may set.
 */
export async function addProject(change: Change<Person>, draft: ProjectDraft): Promise<string> {
  const { db, now, actor } = change
  const templateCustomer = await customerOfTemplate(change, draft)
  const customer = await customerOf(change, draft, templateCustomer)
  // Otherwise the creator could not open the project.
  if (customer.missingMethods) throw loginMethodRequired(customer.missingMethods)
  if (!customer.isAdministered) assertNoAdministeredFields(draft)
  // Each person may have one running trial; `customerOf` locks the creator, which serializes concurrent requests.
  if (customer.isTrial && !actor.isStaff && (await hasRunningTrial(db, actor.id, { now })))
    throw new Problem('trialRunning')
  await assertKnownReferences(change, customer.id, draft)
  if (draft.copyPeople) await assertMayCopyPeople(change, draft, customer.id)
  const owner = await ownerOf(change, draft, customer)
  const id = uuidv7()
  const isFromTemplate = draft.templateProjectId !== null || draft.projectTemplateId !== null
  await insertProject(change, { ...draft, id, customer, owner, isFromTemplate })
  const ownMethods = await requiredLoginMethods(db, actor, id)
  // The same for the project's own login methods.
  if (ownMethods) throw loginMethodRequired(ownMethods)
  await notifyNewOwner(change, { user: owner, project: id, customer: customer.id })
  if (isFromTemplate) {
    await recordApplication(db, { project: id, copiesPeople: draft.copyPeople ?? false }, now)
    await enqueueProvisioning(db, { project: id, customer: customer.id }, now)
  }
  await enqueueLead(change, { project: id, customer: customer.id })
  return id
}

/** The customer of the chosen template; null for a platform template or without a template. */
async function customerOfTemplate(
  { db, actor }: Change<Person>,
  { templateProjectId, projectTemplateId }: ProjectDraft,
): Promise<string | null> {
  if (templateProjectId !== null && projectTemplateId !== null)
    throw projectFieldProblem('invalid', 'projectTemplateId')
  if (templateProjectId !== null) {
    const template = await findTemplateProject(db, actor, templateProjectId)
    if (!template) throw projectFieldProblem('unknownReference', 'templateProjectId')
    return template.customer
  }
  if (projectTemplateId === null) return null
  const template = await findTemplate(db, actor, projectTemplateId)
  if (!template) throw projectFieldProblem('unknownReference', 'projectTemplateId')
  return template.customer
}

/**
 * The customer of the new project: the requested one, the template's, the person's home, the first they administer, or else their trial
 * customer, which is created with their first project.
 */
async function customerOf(
  change: Change<Person>,
  draft: ProjectDraft,
  templateCustomer: string | null,
): Promise<ProjectCustomer> {
  const { db, actor } = change
  const person = await lockCreator(db, actor.id)
  const home = await findHomeCustomer(db, actor.id)
  if (draft.customer !== null) {
    const named = await customerById(db, actor, draft.customer)
    if (!named || !(named.isAdministered || named.id === home || isClosed(actor, named.id)))
      throw projectFieldProblem('unknownReference', 'customer')
    return named
  }
  const id = templateCustomer ?? home ?? (await findFirstAdministeredCustomer(db, actor.id))
  const customer = id === undefined ? undefined : await customerById(db, actor, id)
  if (customer) return customer
  // Staff create projects for customers only.
  if (actor.isStaff) throw projectFieldProblem('required', 'customer')
  const trial = await findOwnTrialCustomer(db, actor.id)
  if (trial !== undefined) return trialCustomer(trial)
  return addTrialCustomer(change, person.organization || person.name || person.email)
}

/** A trial customer as that of a new project of the person who made it. */
const trialCustomer = (id: string): ProjectCustomer => ({
  id,
  isTrial: true,
  isAdministered: false,
  missingMethods: null,
})

/** Whether another login method would open this customer of theirs: its existence is no secret to them. */
const isClosed = ({ closedCustomers }: Person, id: string) => closedCustomers.some(({ customer }) => customer === id)

async function addTrialCustomer(change: Change<Person>, name: string): Promise<ProjectCustomer> {
  const id = await insertTrialCustomer(change, name)
  change.audit({
    action: 'customers.create',
    customer: id,
    target: { type: 'customers', id },
    after: { name, isTrial: true },
  })
  return trialCustomer(id)
}

/** Throws unless people are copied from a project of the same customer that the person administers. */
async function assertMayCopyPeople(
  { db, actor }: Change<Person>,
  { templateProjectId }: ProjectDraft,
  customer: string,
): Promise<void> {
  if (templateProjectId === null || !(await administersProjectOf(db, actor, templateProjectId, customer)))
    throw projectFieldProblem('notWritable', 'copyPeople')
}

async function ownerOf(
  { db, actor }: Change<Person>,
  { owner }: ProjectDraft,
  customer: ProjectCustomer,
): Promise<string> {
  if (owner === null || owner.toLowerCase() === actor.email) return actor.id
  if (!customer.isAdministered) throw projectFieldProblem('notWritable', 'owner')
  return ownerById(db, actor, owner, customer.id)
}

function assertNoAdministeredFields(draft: ProjectDraft): void {
  const forbiddenField = administeredDraftFields.find((field) => {
    const value = draft[field]
    return Array.isArray(value) ? value.length > 0 : value
  })
  if (forbiddenField) throw projectFieldProblem('notWritable', forbiddenField)
}
