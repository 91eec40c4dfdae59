import { downloadDocument, listDocumentVersions, uploadDocument } from '@lintel/contract/content/document-bytes'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import { openObjectStore } from '../../platform/objects/open-object-store'
import type { Route } from '../../platform/route'
import { openContent } from '../../projects/project-life/content-guard'
import { contentScopes } from '../serve-content'
import { documentVersions } from './document-bytes.store'
import { sendVersion } from './read-document'
import { storeVersion } from './upload-document'

/** Upload and download of documents, and the list of their versions. */
export function documentBytesRoutes({ configuration }: Pick<Platform, 'configuration'>): Route[] {
  const store = openObjectStore(configuration)
  return [
    answer(uploadDocument, {
      may: isSignedIn,
      scope: contentScopes.write,
      acceptsBytes: true,
      bodyLimit: configuration.documentMegabytes * 1_000_000,
      async run(context, { parameters }, reply) {
        try {
          return await storeVersion(context, store, parameters)
        } catch (error) {
          // Closes the connection instead of waiting for the rest of the body.
          reply.header('connection', 'close')
          throw error
        }
      },
    }),
    answer(listDocumentVersions, {
      may: isSignedIn,
      scope: contentScopes.read,
      async run(context, { parameters: { project, id }, query: { before } }) {
        await openContent(context.db, { ...context, actor: personOf(context) }, project, 'read')
        const data = await documentVersions(context.db, project, id, before)
        if (!data) throw new Problem('notFound')
        return { data }
      },
    }),
    answer(downloadDocument, {
      may: isSignedIn,
      scope: contentScopes.read,
      versioned: true,
      run: (context, { parameters, query: { revision } }, reply) =>
        sendVersion(context, reply, store, { ...parameters, revision }),
    }),
  ]
}
