import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import { saveFile } from './download'

/** The CSV of records with a header line of field names, as the import reads it. */
export const toCsv = <F extends string>(fields: readonly F[], records: readonly Record<F, string | null>[]): string =>
  [byteOrderMark, csvLine(fields), ...records.map((record) => csvLine(fields.map((field) => record[field])))].join('')

/** Lets the browser save such a file under a name. */
export const saveCsv = <F extends string>(
  name: string,
  fields: readonly F[],
  records: readonly Record<F, string | null>[],
): void => saveFile(new Blob([toCsv(fields, records)], { type: 'text/csv' }), name)
