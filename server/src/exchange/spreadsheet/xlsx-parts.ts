/** Cell styles by index in {@link stylesPart}. */
export const style = { text: 1, heading: 2, day: 3, minute: 4 } as const

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = (name: string) => `http://schemas.openxmlformats.org/package/2006/${name}`
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Text styles set the quote prefix so that a spreadsheet never treats text as a formula, even after editing (security I5). */
const stylesPart = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** All parts of a workbook except its sheets, as path and content. `names` are the XML-escaped sheet names. */
export function workbookParts(names: readonly string[]): [string, string][] {
  const each = (write: (name: string, number: number) => string) =>
    names.map((name, at) => write(name, at + 1)).join('')
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packageOf('content-types')}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${each((_, number) => `<Override PartName="/${sheetPath(number)}" ContentType="${spreadsheet}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packageOf('relationships')}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packageOf('relationships')}">${each((_, number) => `<Relationship Id="rId${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesPart],
  ]
}

/** Path of a sheet in the file; numbers start at 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** Start of a sheet's XML, with the first row and the first columns frozen. */
export function sheetHead(frozenColumns: number): string {
  const corner = `${columnName(frozenColumns)}2`
  const across = frozenColumns > 0 ? ` xSplit="${frozenColumns}"` : ''
  const pane = frozenColumns > 0 ? 'bottomRight' : 'bottomLeft'
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane${across} ySplit="1" topLeftCell="${corner}" activePane="${pane}" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="16"/><sheetData>`
}

export const sheetFoot = '</sheetData></worksheet>'

/** The letters of a column index, from 0. */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}

/** Maximum cell length of the format, in UTF-16 units. */
const maxCellLength = 32_767

// Characters that XML 1.0 forbids, including unpaired surrogates.
const invalidXmlCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the purpose (security I5)
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Escapes a text for a sheet's XML, including sequences that look like the format's own escapes (`_x000D_`). */
export const xmlText = (text: string): string =>
  text
    .slice(0, maxCellLength)
    .replaceAll(invalidXmlCharacters, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // An XML parser would normalize a literal carriage return to a line feed.
    .replaceAll('\r', '&#13;')
