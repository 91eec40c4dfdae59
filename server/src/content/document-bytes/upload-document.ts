import { Readable } from 'node:stream'
import { mayWriteContent } from '@lintel/contract/content/content-permissions'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import type { Context } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { ObjectStore } from '../../platform/objects/object-store'
import { storeWithRows } from '../../platform/objects/store-with-rows'
import { openContent } from '../../projects/project-life/content-guard'
import { contentAccessOf } from '../content-access.store'
import { addVersion, documentName, lockProject } from './document-bytes.store'
import { mediaTypeOf } from './media-type-of'

/** The document to upload to. */
interface DocumentReference {
  project: string
  id: string
}

/** Stores the request body as the next version of a document. */
export async function storeVersion(context: Context, store: ObjectStore, { project, id }: DocumentReference) {
  const { db, request, configuration } = context
  await openDocument(db, { actor: personOf(context), configuration }, { project, id })
  if (!(request.body instanceof Readable)) throw new Problem('malformed', { detail: 'The body carries no bytes' })
  const bytes = Readable.from(limitBytes(request.body, configuration.documentMegabytes * 1_000_000))
  return storeWithRows(context, store, bytes, async ({ key, size, sha256 }) => {
    assertDigest(request.headers['content-digest'], sha256)
    return context.change(async ({ db: tx, audit, now, ...change }) => {
      const actor = personOf(change)
      await lockProject(tx, project)
      // Checks again under the lock: the document may have been removed, moved or closed during the upload.
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

/** Name and customer of a document that the person may write now; throws otherwise. */
async function openDocument(
  db: Database | Transaction,
  caller: Pick<Context<Person>, 'actor' | 'configuration'>,
  { project, id }: DocumentReference,
): Promise<{ name: string; customer: string }> {
  const { customer, level } = contentAccessOf(caller.actor, await openContent(db, caller, project, 'write'))
  const name = await documentName(db, project, id)
  if (name === undefined) throw new Problem('notFound')
  if (!mayWriteContent('documents', level)) throw new Problem('forbidden')
  return { name, customer }
}

/**
 * Passes bytes through and throws 413 once `limit` is exceeded. The rest of the body is not read, so that the response still reaches the
 * client.
 */
async function* limitBytes(bytes: Readable, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > limit) throw new Problem('tooLarge')
    yield chunk as Buffer
  }
}

/** Throws if the received bytes do not match the `Content-Digest` header (RFC 9530). */
function assertDigest(header: string | string[] | undefined, sha256: string): void {
  const [, expectedDigest] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(String(header ?? '')) ?? []
  if (expectedDigest === undefined) return
  const isSame = Buffer.from(expectedDigest, 'base64').toString('hex') === sha256
  if (!isSame)
    throw new Problem('malformed', { header: 'Content-Digest', detail: 'The bytes differ from their digest' })
}
