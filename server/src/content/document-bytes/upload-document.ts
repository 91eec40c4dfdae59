import { Readable } from 'node:stream'
import { writesContent } from '@lintel/contract/content/content-permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import type { Context } from '../../platform/context'
import type { ObjectStore } from '../../platform/objects/object-store'
import { storeWithRows } from '../../platform/objects/store-with-rows'
import { openContent } from '../../projects/project-life/content-guard'
import { standingIn } from '../content-standing.store'
import { addVersion, documentName } from './document-bytes.store'
import { mediaTypeOf } from './media-type-of'

/** Which document is uploaded. */
interface Place {
  project: string
  id: string
}

/** Stores the body of a request as the next version of a document. */
export async function storeVersion(context: Context, store: ObjectStore, { project, id }: Place) {
  const { db, request, configuration } = context
  const actor = personOf(context)
  const standing = standingIn(actor, await openContent(db, { actor, configuration }, project, 'write'))
  const name = await documentName(db, project, id)
  if (name === undefined) throw new Problem('notFound')
  if (!writesContent('documents', standing.level)) throw new Problem('forbidden')
  if (!(request.body instanceof Readable)) throw new Problem('malformed', { detail: 'The body carries no bytes' })
  const bytes = Readable.from(atMost(request.body, configuration.documentMegabytes * 1_000_000))
  return storeWithRows(context, store, bytes, async ({ key, size, sha256 }) => {
    refuseOtherDigest(request.headers['content-digest'], sha256)
    const mediaType = mediaTypeOf(name)
    const { revision } = await context.change(async ({ db: tx, audit, now }) => {
      const added = await addVersion(tx, { project, document: id, by: actor.id, now }, { key, size, sha256, mediaType })
      // Removed while the bytes were on their way.
      if (!added) throw new Problem('notFound')
      audit({
        action: 'documents.upload',
        customer: standing.customer,
        target: { type: 'documents', id },
        version: added.version,
        after: { revision: added.revision, size, mediaType, checksum: sha256 },
      })
      return added
    })
    return { revision, size, mediaType }
  })
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
