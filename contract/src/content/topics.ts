import { z } from 'zod'
import { day, flag, instant, name, paragraph } from '../jsonapi/fields'
import { type Draft, type Entity, one, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, labelNames, searched } from './content-fields'
import { stateKinds } from './workflows'

export const priorities = ['low', 'normal', 'high', 'critical'] as const

/** Something to be done or answered in a project, on its way through a workflow (account-portal chapter 3). */
export const topics = resource('topics', {
  scope: 'project',
  fields: {
    /** Within the project, in the order in which they came. */
    number: z.int(),
    title: name(500),
    text: paragraph(20_000),
    workflow: one('workflows'),
    /** One of the workflow's; the first when a creation does not say. */
    state: name(100).nullable(),
    stateKind: z.enum(stateKinds),
    stateSince: instant,
    priority: z.enum(priorities),
    dueDate: day.nullable(),
    labels: labelNames,
    assignee: oneOrNone('users'),
    /** Its identity in the BIM Collaboration Format; made by the server when a creation does not say. */
    bcfGuid: z.guid().nullable(),
    /** Kept for administrators of the project and for exports; everybody else is shown the others. */
    isDeleted: z.boolean(),
    ...contentFields,
  },
  readOnly: [...contentReadOnly, 'number', 'stateKind', 'stateSince'],
  createOnly: ['project', 'bcfGuid'],
  defaults: { text: '', priority: 'normal', labels: [], isDeleted: false },
  filters: {
    workflow: z.string().max(254),
    state: z.string().max(100),
    stateKind: z.enum(stateKinds),
    isDeleted: flag,
    q: searched,
  },
  sorts: ['number', 'title', 'createdAt', 'updatedAt'],
})

export type Topic = Entity<typeof topics>
export type TopicDraft = Draft<typeof topics>
export type TopicPatch = Patch<typeof topics>
