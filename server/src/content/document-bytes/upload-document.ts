import { Readable } from 'node:stream'
import { writesContent } from '@lintel/contract/content/content-permissions'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import type { Context } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { ObjectStore } from '../../platform/objects/object-store'
import { storeWithRows } from '../../platform/objects/store-with-rows'
import { openContent } from '../../projects/project-life/content-guard'
import { standingIn } from '../content-standing.store'
import { addVersion, documentName, holdProject } from './document-bytes.store'
import { mediaTypeOf } from './media-type-of'

/** Which document is uploaded. */
interface Place {
  project: string
  id: string
}

/** Stores the body of a request as the next version of a document. */
export async function storeVersion(context: Context, store: ObjectStore, { project, id }: Place) {
  const { db, request, configuration } = context
  await openDocument(db, { actor: personOf(context), configuration }, { project, id })
  if (!(request.body instanceof Readable)) throw new Problem('malformed', { detail: 'The body carries no bytes' })
  const bytes = Readable.from(atMost(request.body, configuration.documentMegabytes * 1_000_000))
  return storeWithRows(context, store, bytes, async ({ key, size, sha256 }) => {
    refuseOtherDigest(request.headers['content-digest'], sha256)
    return context.change(async ({ db: tx, audit, now, ...change }) => {
      const actor = personOf(change)
      await holdProject(tx, project)
      // Removed, moved or closed while the bytes were on their way.
      const { name, customer } = await openDocument(tx, { actor, configuration }, { project, id })
      const mediaType = mediaTypeOf(name)
      const added = await addVersion(tx, { project, document: id, by: actor.id, now }, { key, size, sha256, mediaType })
      if (!added) throw new Problem('notFound')
      const { revision, version } = added
      audit({
        action: 'documents.upload',
        customer,
        target: { type: 'documents', id },
        version,
        after: { revision, size, mediaType, checksum: sha256 },
      })
      return { revision, size, mediaType }
    })
  })
}

/** The name of a document that the person may write now, and whose it is. */
async function openDocument(
  db: Database | Transaction,
  asking: Pick<Context<Person>, 'actor' | 'configuration'>,
  { project, id }: Place,
): Promise<{ name: string; customer: string }> {
  const { customer, level } = standingIn(asking.actor, await openContent(db, asking, project, 'write'))
  const name = await documentName(db, project, id)
  if (name === undefined) throw new Problem('notFound')
  if (!writesContent('documents', level)) throw new Problem('forbidden')
  return { name, customer }
}

/** Passes bytes on, and fails with 413 as soon as there are more. What is left is not read, and the answer still reaches its client. */
async function* atMost(bytes: Readable, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > most) throw new Problem('tooLarge')
    yield chunk as Buffer
  }
}

/** What came is not what the client says that it sent (RFC 9530). */
function refuseOtherDigest(header: string | string[] | undefined, sha256: string): void {
  const [, given] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(String(header ?? '')) ?? []
  if (given === undefined) return
  const isSame = Buffer.from(given, 'base64').toString('hex') === sha256
  if (!isSame)
    throw new Problem('malformed', { header: 'Content-Digest', detail: 'The bytes differ from their digest' })
}
