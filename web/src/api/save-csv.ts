import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import { saveFile } from './download'

/** Records as a file of their fields, a line for each below the names of the fields: what an import of them reads. */
export const csvOf = <F extends string>(fields: readonly F[], records: readonly Record<F, string | null>[]): string =>
  [byteOrderMark, csvLine(fields), ...records.map((record) => csvLine(fields.map((field) => record[field])))].join('')

/** Has the browser save such a file under a name. */
export const saveCsv = <F extends string>(
  name: string,
  fields: readonly F[],
  records: readonly Record<F, string | null>[],
): void => saveFile(new Blob([csvOf(fields, records)], { type: 'text/csv' }), name)
