import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { personId } from '../person-id'
import { baseColumns, type ContentContext } from './content-context'
import { contentId } from './content-ids'
import { demoFiles } from './files'
import { type FolderOutline, folderLabels, siteFolders, smallFolders } from './folders'

const foldersOf = ({ extent }: ContentContext): readonly FolderOutline[] =>
  extent === 'small' ? smallFolders : siteFolders

const folderId = ({ project }: ContentContext, path: string) => contentId('folder', project.number, path)

export const folderLabelRows = (context: ContentContext): Insertable<DB['folder_label']>[] =>
  context.extent === 'small'
    ? []
    : Object.entries(folderLabels).map(([name, colour]) => ({
        ...baseColumns(context, contentId('folder-label', context.project.number, name), name),
        colour,
      }))

export const folderRows = (context: ContentContext): Insertable<DB['folder']>[] =>
  foldersOf(context).map(({ path, labels = [] }) => {
    const at = path.lastIndexOf('/')
    return {
      ...baseColumns(context, folderId(context, path), path.slice(at + 1)),
      parent_id: at < 0 ? null : folderId(context, path.slice(0, at)),
      labels: [...labels],
    }
  })

const documentsOf = (context: ContentContext) =>
  context.extent === 'library' || context.extent === 'details'
    ? []
    : foldersOf(context).flatMap(({ path, documents = {} }) =>
        Object.entries(documents).map(([name, file]) => ({
          id: contentId('document', context.project.number, `${path}/${name}`),
          path,
          name,
          file: demoFiles[file],
        })),
      )

export const documentRows = (context: ContentContext): Insertable<DB['document']>[] =>
  documentsOf(context).map(({ id, path, name, file }) => ({
    ...baseColumns(context, id, name, 6),
    folder_id: folderId(context, path),
    labels: [],
    revision: 1,
    size: file.bytes.length,
    media_type: file.mediaType,
    object_key: file.key,
    checksum: file.sha256,
  }))

export const documentVersionRows = (context: ContentContext): Insertable<DB['document_version']>[] =>
  documentsOf(context).map(({ id, file }) => ({
    project_id: context.project.id,
    document_id: id,
    number: 1,
    size: file.bytes.length,
    media_type: file.mediaType,
    object_key: file.key,
    checksum: file.sha256,
    created_at: context.moments.ago(Math.max(0, context.project.age - 6)),
    created_by: personId(context.project.owner),
  }))
