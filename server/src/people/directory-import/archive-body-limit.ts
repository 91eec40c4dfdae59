import { maxDirectoryArchiveBytes } from '@lintel/contract/people/ad-import'

/** Bytes of a request with an archive: the file, the other form fields and the multipart boundaries. */
export const archiveBodyLimit = maxDirectoryArchiveBytes + 64 * 1_024
