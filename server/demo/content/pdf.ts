/** A drawing sheet as a PDF of one page (A4, landscape): a title, lines of text and a plan of rooms. */
export function pdfSheet(title: string, lines: readonly string[]): Buffer {
  const text = (x: number, y: number, size: number, words: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${words.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`
  const rooms = [0, 1, 2, 3].flatMap((column) =>
    [0, 1].map((row) => `${60 + column * 150} ${150 + row * 130} 150 130 re S`),
  )
  const content = [
    '1 w 30 30 782 535 re S 560 30 252 70 re S',
    ...rooms,
    '0.5 w 210 215 m 240 215 l S 360 345 m 390 345 l S',
    text(60, 520, 20, title),
    ...lines.map((line, at) => text(60, 490 - at * 16, 11, line)),
    text(572, 76, 9, 'Nordbygg AS'),
    text(572, 60, 9, title),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = Buffer.byteLength(file, 'latin1')
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = Buffer.byteLength(file, 'latin1')
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
