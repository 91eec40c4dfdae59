import {
  applyChangeSet as applyCall,
  type ChangeSetStatus,
  cancelChangeSet as cancelCall,
  changeSets,
  listChangeSetRows,
  maxWhenCleanRows,
  mayCreateChangeSet,
  previewUndo,
  undoChangeSet as undoCall,
} from '@lintel/contract/people/change-sets'
import { administers, isFullUser, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../../identity/signed-in'
import { answer } from '../../../platform/answer'
import type { Context } from '../../../platform/context'
import { sendList } from '../../../platform/media-types'
import { splitUrl } from '../../../platform/parameters'
import type { Route } from '../../../platform/route'
import { serve } from '../../../platform/serve'
import { kindOf } from '../kinds'
import { applyChangeSet } from './apply-change-set'
import { cancelChangeSet } from './cancel-change-set'
import { countRows, listRows } from './change-set-rows.store'
import { find, findWithRows, listVisible } from './change-sets.store'
import { loadChangeSet } from './load-change-set'
import { prepareChangeSet } from './plan-change-set'
import { touchedNumbers } from './touched-rows'
import { undoChangeSet, undoPreview } from './undo-change-set'

/** Maximum size of a create request in bytes: a file of 8 MB in base64, or 50,000 cells. */
const maxInputBytes = 12 * 1_024 * 1_024

/**
 * Bulk actions are for a customer's administrators and staff, those within one project for its administrators; the statements check that permission.
 */
export const changeSetRoutes = serve(changeSets, {
  find,
  tenant: ({ customer }) => customer,
  auditedFields: ['kind', 'state', 'summary'],
  bodyLimit: maxInputBytes,
  list: {
    may: (actor, { customer }) =>
      isFullUser(actor) && (customer === undefined ? actor.isStaff : administers(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: () => true },
  create: {
    may: mayCreateChangeSet,
    prepare: prepareChangeSet,
    answer: (db, actor, id, { apply }) => (apply ? findWithRows(db, actor, id, maxWhenCleanRows) : find(db, actor, id)),
  },
})

/** The context with the signed-in person as actor. */
const signedIn = (context: Context): Context<Person> => ({ ...context, actor: personOf(context) }) as Context<Person>

async function statusOf(context: Context<Person>, id: string): Promise<ChangeSetStatus> {
  const { state, summary, progress, failure, failureDetail } = await loadChangeSet(context, id)
  return { state, summary, progress, failure, failureDetail }
}

export const changeSetStepRoutes: Route[] = [
  answer(listChangeSetRows, {
    may: isFullUser,
    async run(context, { parameters: { id }, query }, reply) {
      const reader = personOf(context)
      const set = await loadChangeSet(signedIn(context), id)
      const { 'page[size]': size, 'page[after]': after, 'filter[outcome]': outcome } = query
      const numbers = query['filter[touched]'] && (await touchedNumbers(context, set, after))
      const rowsQuery = {
        ...{ reader, outcome, numbers, q: query['filter[q]'], type: query['filter[type]'] },
        ...{ user: query['filter[user]'], project: query['filter[project]'], record: query['filter[record]'] },
      }
      const rows = await listRows(context.db, set.id, { ...rowsQuery, after, size })
      const total = await countRows(context.db, set.id, rowsQuery)
      const last = rows.at(-1)
      const self = context.request.url
      const next = rows.length === size && last ? nextPageUrl(self, last.number) : undefined
      const page = {
        jsonapi: { version: '1.1' as const },
        links: { self, ...(next && { next }) },
        meta: { page: { total } },
        data: rows.map((row) => ({ type: 'change-set-rows' as const, id: `${set.id}.${row.number}`, attributes: row })),
      }
      await sendList(reply, JSON.stringify(page))
      return page
    },
  }),
  answer(applyCall, {
    may: isFullUser,
    async run(context, { parameters: { id } }) {
      const { confirmedBy } = kindOf((await loadChangeSet(signedIn(context), id)).kind)
      if (confirmedBy) throw new Problem('conflict', { detail: `It is applied by ${confirmedBy}` })
      await applyChangeSet(signedIn(context), id)
      return statusOf(signedIn(context), id)
    },
  }),
  answer(cancelCall, {
    may: isFullUser,
    async run(context, { parameters: { id } }) {
      await cancelChangeSet(signedIn(context), id)
      return statusOf(signedIn(context), id)
    },
  }),
  answer(previewUndo, {
    may: isFullUser,
    run: (context, { parameters: { id } }) => undoPreview(signedIn(context), id),
  }),
  answer(undoCall, {
    may: isFullUser,
    async run(context, { parameters: { id }, body: { partial } }) {
      await undoChangeSet(signedIn(context), id, partial)
      return statusOf(signedIn(context), id)
    },
  }),
]

function nextPageUrl(url: string, after: number): string {
  const { path, query } = splitUrl(url)
  const parameters = new URLSearchParams(query)
  parameters.set('page[after]', String(after))
  return `${path}?${parameters}`
}
