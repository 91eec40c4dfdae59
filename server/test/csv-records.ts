import Papa from 'papaparse'

/** Parses a `;`-separated file by an independent parser: records by column name, and the column names in order. */
export function csvRecords(text: string): { records: Record<string, string>[]; headings: string[] } {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: ';',
    skipEmptyLines: true,
  })
  return { records: data, headings: meta.fields ?? [] }
}
