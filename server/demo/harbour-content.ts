import type { Insertable } from 'kysely'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { demoId } from './demo-id'
import { insertRows } from './insert-rows'
import type { Moments } from './moments'
import { personId } from './person-id'
import { projectId } from './projects'

const project = projectId('NB-2041')
const hall = 'Gangway hall'

/** The id of the record of this kind in Barcode Harbour, block 4. */
export const harbourId = (noun: string) => demoId(noun, 'NB-2041/gangway')

const baseColumns = (noun: string, { ago }: Moments) => ({
  id: harbourId(noun),
  customer_id: customerId('nordbygg'),
  project_id: project,
  created_at: ago(12),
  created_by: personId('ola@nordbygg.example'),
  updated_at: ago(12),
})

/** Inserts one record of each content type into Barcode Harbour, block 4, all about its gangway. */
export async function insertHarbourContent(db: Transaction, moments: Moments): Promise<void> {
  const insert = <T extends keyof DB & string>(table: T, noun: string, row: Record<string, unknown>) =>
    insertRows(db, table, [{ ...baseColumns(noun, moments), ...row } as unknown as Insertable<DB[T]>])
  await insert('workflow', 'workflow', {
    name: 'Harbour/Gangway defects',
    colour: '#bf3989',
    states: [
      { name: 'Seen', kind: 'open' },
      { name: 'Mended', kind: 'done' },
      { name: 'Accepted', kind: 'closed' },
    ],
  })
  await insert('workflow', 'unused workflow', {
    name: 'Harbour/Gangway questions',
    colour: '#0969da',
    states: [
      { name: 'Asked', kind: 'open' },
      { name: 'Answered', kind: 'closed' },
    ],
  })
  await insert('checklist', 'checklist', {
    name: 'Harbour/Gangway inspection',
    applies_to: 'object',
    is_repeatable: true,
    workflow_id: harbourId('workflow'),
    items: [
      { title: 'Handrails are tight', type: 'tick' },
      { title: 'Picture of the hinge', type: 'photo' },
    ],
  })
  await insert('checklist', 'unused checklist', {
    name: 'Harbour/Gangway winter check',
    applies_to: 'object',
    is_repeatable: true,
    items: [{ title: 'Grit is there', type: 'tick' }],
  })
  await insert('checklist_run', 'checklist run', {
    checklist_id: harbourId('checklist'),
    place: hall,
    state: 'inProgress',
    state_since: moments.ago(2),
    person_id: personId('mei@nordbygg.example'),
  })
  await insert('topic', 'topic', {
    number: 1,
    title: 'Hinge of the gangway squeaks',
    text: 'Heard from the office on the second floor.',
    workflow_id: harbourId('workflow'),
    state: 'Seen',
    state_kind: 'open',
    state_since: moments.ago(12),
    priority: 'normal',
    due_date: moments.ahead(10).slice(0, 10),
    labels: ['Steel'],
    assignee_id: personId('mei@nordbygg.example'),
    bcf_guid: demoId('bcf', 'NB-2041/1'),
    is_deleted: false,
  })
  await db.updateTable('project_figures').set({ last_topic_number: 1 }).where('project_id', '=', project).execute()
  await insert('folder_label', 'folder label', { name: 'As built', colour: '#1a7f37' })
  await insert('folder', 'folder', { name: 'Gangway', parent_id: null, labels: ['As built'] })
  await insert('folder', 'empty folder', { name: 'Old drawings', parent_id: harbourId('folder'), labels: [] })
  await insert('document', 'document', {
    name: 'Gangway notes.txt',
    folder_id: harbourId('folder'),
    labels: [],
    revision: 0,
  })
  await insert('project_group', 'group', {
    name: 'Gangway crew',
    description: null,
    is_imported: false,
    is_automatic: false,
  })
  await insertRows(db, 'project_group_member', [
    { project_id: project, group_id: harbourId('group'), user_id: personId('mei@nordbygg.example') },
  ])
  await insert('label_group', 'label group', { name: 'Gangway parts', labels: [{ name: 'Steel', color: '#57606a' }] })
  await insert('report_template', 'report template', {
    name: 'Gangway/Weekly',
    reports_on: 'topics',
    columns: ['number', 'title', 'state'],
  })
  await insert('takt_train', 'takt train', {
    name: 'Gangway assembly',
    colour: '#bf8700',
    wagons: [{ name: 'Steel', days: 3, crew: 'Gangway crew' }],
  })
  await insert('custom_view', 'custom view', { name: 'Gangway/Mine', shows: 'topics', columns: ['number', 'title'] })
  await insert('ifc_model', 'ifc model', {
    name: 'Gangway steel',
    discipline: 'Structure',
    files: 2,
    size: 4_812_309,
    classifications: { IfcBeam: 48, IfcPlate: 12 },
  })
  await insert('building', 'building', {
    name: hall,
    storeys: [{ name: 'Deck', elevation: 1.2, hasFloorplan: true }],
  })
  await insert('building', 'empty building', { name: 'Ticket booth', storeys: [] })
  await insert('space', 'space', {
    number: 'G-01',
    name: 'Waiting room',
    building_id: harbourId('building'),
    storey: 'Deck',
  })
}
