import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database.types'
import { personId } from '../person-id'
import { contentId } from './content-ids'
import { demoFiles } from './files'
import { type FolderOutline, folderLabels, siteFolders, smallFolders } from './folders'
import { type Place, placed } from './row-parts'

const foldersOf = ({ extent }: Place): readonly FolderOutline[] => (extent === 'small' ? smallFolders : siteFolders)

const folderId = ({ project }: Place, path: string) => contentId('folder', project.number, path)

export const folderLabelRows = (place: Place): Insertable<DB['folder_label']>[] =>
  place.extent === 'small'
    ? []
    : Object.entries(folderLabels).map(([name, colour]) => ({
        ...placed(place, contentId('folder-label', place.project.number, name), name),
        colour,
      }))

export const folderRows = (place: Place): Insertable<DB['folder']>[] =>
  foldersOf(place).map(({ path, labels = [] }) => {
    const at = path.lastIndexOf('/')
    return {
      ...placed(place, folderId(place, path), path.slice(at + 1)),
      parent_id: at < 0 ? null : folderId(place, path.slice(0, at)),
      labels: [...labels],
    }
  })

const documentsOf = (place: Place) =>
  place.extent === 'library' || place.extent === 'details'
    ? []
    : foldersOf(place).flatMap(({ path, documents = {} }) =>
        Object.entries(documents).map(([name, file]) => ({
          id: contentId('document', place.project.number, `${path}/${name}`),
          path,
          name,
          file: demoFiles[file],
        })),
      )

export const documentRows = (place: Place): Insertable<DB['document']>[] =>
  documentsOf(place).map(({ id, path, name, file }) => ({
    ...placed(place, id, name, 6),
    folder_id: folderId(place, path),
    labels: [],
    revision: 1,
    size: file.bytes.length,
    media_type: file.mediaType,
    object_key: file.key,
    checksum: file.sha256,
  }))

export const documentVersionRows = (place: Place): Insertable<DB['document_version']>[] =>
  documentsOf(place).map(({ id, file }) => ({
    project_id: place.project.id,
    document_id: id,
    number: 1,
    size: file.bytes.length,
    media_type: file.mediaType,
    object_key: file.key,
    checksum: file.sha256,
    created_at: place.moments.ago(Math.max(0, place.project.age - 6)),
    created_by: personId(place.project.owner),
  }))
