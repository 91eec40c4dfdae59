import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'
import { type CustomerKey, customerId } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'
import { projectId } from './projects'

type EntryInput = Pick<TemplateEntry, 'key'> & Partial<TemplateEntry>

const everything = (library: string, ...keys: TemplateEntry['key'][]): TemplateEntry[] =>
  keys.map((key) => entry(library, { key, isEverything: true }))

const entry = (library: string, input: EntryInput): TemplateEntry => ({
  sourceProjectId: projectId(library),
  value: null,
  renameTo: null,
  isEverything: false,
  ...input,
})

/** Project templates; those without a customer belong to the platform. */
const templates: readonly { customer: CustomerKey | null; name: string; content: TemplateEntry[] }[] = [
  { customer: null, name: 'Site inspections only', content: [] },
  {
    customer: 'nordbygg',
    name: 'Nordbygg school',
    content: [
      ...everything('LIB-2', 'groups', 'folders', 'workflows'),
      entry('LIB-1', { key: 'checklistPrefix', value: 'Public buildings/' }),
      entry('LIB-1', { key: 'checklistPrefix', value: 'Handover/', renameTo: 'Handover of a school' }),
    ],
  },
  { customer: 'nordbygg', name: 'Nordbygg housing', content: everything('LIB-1', 'checklists', 'workflows') },
  { customer: 'nordbygg', name: 'Empty shell', content: [] },
  { customer: 'stalbygg', name: 'Steel delivery', content: everything('SØ-L1', 'checklists') },
  { customer: 'fjellbane', name: 'Tunnel drive', content: everything('FB-L1', 'checklists', 'groups') },
]

const idOf = ({ customer, name }: (typeof templates)[number]) => demoId('template', `${customer}/${name}`)

export const templateRows = ({ ago }: Moments): Insertable<DB['project_template']>[] =>
  templates.map((template, position) => ({
    id: idOf(template),
    customer_id: template.customer && customerId(template.customer),
    name: template.name,
    is_default: template.customer === null,
    created_at: ago(300 - position),
    created_by: personId('staff@lintel.example'),
    updated_at: ago(30 + position),
  }))

/** The entries of the templates. */
export const templateEntryRows = (): Insertable<DB['template_entry']>[] =>
  templates.flatMap((template) =>
    template.content.map((entry, position) => ({
      id: demoId('template entry', `${idOf(template)}/${position}`),
      template_id: idOf(template),
      source_project_id: entry.sourceProjectId,
      key: entry.key,
      value: entry.value,
      rename_to: entry.renameTo,
      is_everything: entry.isEverything,
    })),
  )
