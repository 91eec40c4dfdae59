import Papa from 'papaparse'

/** A `;`-separated file as another program reads it: a record for each line, by the headings, and the headings in their order. */
export function csvRecords(text: string): { records: Record<string, string>[]; headings: string[] } {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: ';',
    skipEmptyLines: true,
  })
  return { records: data, headings: meta.fields ?? [] }
}
