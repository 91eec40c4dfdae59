import { useLingui } from '@lingui/react/macro'
import type { Customer } from '@lintel/contract/customers/customers'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { noTemplate, readTemplateChoice } from '@lintel/contract/projects/template-choice'
import { useState } from 'react'
import { z } from 'zod'
import { creationKeys } from '../../api/creation-key'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { saveRecord } from '../../api/save-record'
import { showToast } from '../../ui/toast'
import { hasPeople, preselectedTemplate, type Templates, templatesFor } from './template-options'

export type NamedCustomer = Pick<Customer, 'id' | 'name'>

export interface NewProjectOptions {
  templates: Templates
  /** The customers to choose from, for staff; undefined for everybody else, who have no choice. */
  customers: readonly NamedCustomer[] | undefined
  /** The customer that the address names: preselected for staff, and for everybody else the one in which the project is created. */
  customer: NamedCustomer | undefined
  /** The project has been created, even if the form has been closed meanwhile. */
  onCreated(project: Project): void
  /** Opens the progress page: directly from the form, or from the toast after the user has left the form. */
  onOpen(projectId: string, from: 'form' | 'toast'): void
}

const baseSchema = projects.draft.pick({ name: true, description: true, externalId: true }).loose()
const schemaWithCustomer = baseSchema.extend({ customer: z.string().min(1, 'required') })
/** The fields of this form that the server may reject, by their names on the wire; the customer is one where it is chosen. */
const sentFields = [
  'name',
  'description',
  'externalId',
  'templateProjectId',
  'projectTemplateId',
  'copyPeople',
] as const

/** What is typed in the form for a new project, and its creation. A retry after a lost response creates no second one. */
export function useNewProjectDraft({ customers, customer: named, onCreated, onOpen, ...options }: NewProjectOptions) {
  // Staff choose the customer by themselves, so they are offered the templates of all.
  const templates = named && !customers ? templatesFor(named.id, options.templates) : options.templates
  const { t } = useLingui()
  const [withIdempotencyKey] = useState(() => creationKeys())
  const baseline = {
    version: undefined,
    values: {
      name: '',
      description: '',
      externalId: '',
      customer: named?.id ?? '',
      template: preselectedTemplate(templates),
      copyPeople: false,
    },
  }
  const draft = useDraft(baseline)
  const labels = {
    name: t`Project name`,
    description: t`Description`,
    externalId: t`Your project number`,
    customer: t`Customer`,
    template: t`Template`,
    copyPeople: t`People`,
  }
  const form = useFormFields({
    draft,
    schema: customers ? schemaWithCustomer : baseSchema,
    label: (field) => labels[field],
    aliases: { templateProjectId: 'template', projectTemplateId: 'template', copyPeople: 'template' },
  })
  const create = useDraftSave({
    send() {
      const { name, description, externalId, customer, template, copyPeople } = draft.values
      const body = {
        name,
        description: description.trim() || null,
        externalId: externalId.trim() || null,
        ...(customer && { customer }),
        ...(readTemplateChoice(template) ?? noTemplate),
        ...(copyPeople && hasPeople(templates, template) && { copyPeople }),
      }
      return withIdempotencyKey(body, (idempotencyKey) => saveRecord(projects, { draft: body, idempotencyKey }))
    },
    invalidates: [projects],
    onRefused: form.refuse,
    onSaved: onCreated,
    leave: ({ id }) => onOpen(id, 'form'),
    notifyAfterLeaving: ({ id, name }) =>
      showToast({
        kind: 'done',
        text: t`“${name}” is being created`,
        action: { label: t`Show`, run: () => onOpen(id, 'toast') },
      }),
  })
  return { draft, form, create, labels, templates, fields: customers ? [...sentFields, 'customer'] : sentFields }
}
