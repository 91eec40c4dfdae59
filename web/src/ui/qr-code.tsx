import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Width of the quiet zone in modules (ISO/IEC 18004: four). */
const quietZone = 4

/**
 * A text as a QR code, generated in the page and rendered as one path. Dark on light in both themes, as cameras expect.
 * `label` describes it for screen readers.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
      <title>{label}</title>
      <path d={modulesPath(data)} fill="currentColor" />
    </svg>
  )
}

/** Path of the dark modules, one rectangle for each run in a row. */
function modulesPath(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x += 1
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`
    }
  }
  return path
}
