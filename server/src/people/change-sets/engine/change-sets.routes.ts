import {
  applyChangeSet as applyCall,
  type ChangeSetStanding,
  cancelChangeSet as cancelCall,
  changeSets,
  listChangeSetRows,
  mayMakeChangeSet,
  mostWhenClean,
  previewUndo,
  undoChangeSet as undoCall,
} from '@lintel/contract/people/change-sets'
import { administers, isNoGuest, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../../identity/signed-in'
import { answer } from '../../../platform/answer'
import type { Context } from '../../../platform/context'
import { sendList } from '../../../platform/media-types'
import type { Route } from '../../../platform/route'
import { serve } from '../../../platform/serve'
import { kindOf } from '../kinds'
import { applyChangeSet } from './apply-change-set'
import { cancelChangeSet } from './cancel-change-set'
import { countRows, rowsOf } from './change-set-rows.store'
import { find, findWithRows, listVisible } from './change-sets.store'
import { prepareChangeSet } from './plan-change-set'
import { getOrThrow } from './seen'
import { undoChangeSet, undoPreview } from './undo-change-set'

/** Largest creation, in bytes: a file of eight megabytes in base64, or fifty thousand cells. */
const largestInput = 12 * 1_024 * 1_024

/** Bulk acts are for a customer's administrators and for staff, those of one project for its own; the statements join that right. */
export const changeSetRoutes = serve(changeSets, {
  find,
  tenant: ({ customer }) => customer,
  traced: ['kind', 'state', 'summary'],
  bodyLimit: largestInput,
  list: {
    may: (actor, { customer }) =>
      isNoGuest(actor) && (customer === undefined ? actor.isStaff : administers(actor, customer)),
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: () => true },
  create: {
    may: mayMakeChangeSet,
    prepare: prepareChangeSet,
    answer: (db, actor, id, { apply }) => (apply ? findWithRows(db, actor, id, mostWhenClean) : find(db, actor, id)),
  },
})

/** The same context, of somebody who is signed in. */
const signedIn = (context: Context): Context<Person> => ({ ...context, actor: personOf(context) }) as Context<Person>

async function standing(context: Context<Person>, id: string): Promise<ChangeSetStanding> {
  const { state, summary, progress, failure, failureDetail } = await getOrThrow(context, id)
  return { state, summary, progress, failure, failureDetail }
}

export const changeSetStepRoutes: Route[] = [
  answer(listChangeSetRows, {
    may: isNoGuest,
    async run(context, { parameters: { id }, query }, reply) {
      const reader = personOf(context)
      const set = await getOrThrow(signedIn(context), id)
      const { 'page[size]': size, 'page[after]': after, 'filter[outcome]': outcome } = query
      const numbers = query['filter[touched]'] ? await kindOf(set.kind).touched(context.db, set) : undefined
      const asked = {
        ...{ reader, outcome, numbers, q: query['filter[q]'], type: query['filter[type]'] },
        ...{ user: query['filter[user]'], project: query['filter[project]'], record: query['filter[record]'] },
      }
      const rows = await rowsOf(context.db, set.id, { ...asked, after, size })
      const total = await countRows(context.db, set.id, asked)
      const last = rows.at(-1)
      const self = context.request.url
      const next = rows.length === size && last ? nextOf(self, last.number) : undefined
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
    may: isNoGuest,
    async run(context, { parameters: { id } }) {
      const { confirmedBy } = kindOf((await getOrThrow(signedIn(context), id)).kind)
      if (confirmedBy) throw new Problem('conflict', { detail: `It is applied by ${confirmedBy}` })
      await applyChangeSet(signedIn(context), id)
      return standing(signedIn(context), id)
    },
  }),
  answer(cancelCall, {
    may: isNoGuest,
    async run(context, { parameters: { id } }) {
      await cancelChangeSet(signedIn(context), id)
      return standing(signedIn(context), id)
    },
  }),
  answer(previewUndo, {
    may: isNoGuest,
    run: (context, { parameters: { id } }) => undoPreview(signedIn(context), id),
  }),
  answer(undoCall, {
    may: isNoGuest,
    async run(context, { parameters: { id }, body: { partial } }) {
      await undoChangeSet(signedIn(context), id, partial)
      return standing(signedIn(context), id)
    },
  }),
]

function nextOf(url: string, after: number): string {
  const [path, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('page[after]', String(after))
  return `${path}?${parameters}`
}
