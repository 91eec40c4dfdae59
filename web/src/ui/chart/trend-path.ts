/** The height of a drawing of a trend in its own units; its width is one unit for each day after the first. */
export const plotHeight = 100

/** How high a value stands in the drawing, from its top, on an axis from 0 to `top`. */
export const heightOf = (value: number, top: number): number => plotHeight - (value / top) * plotHeight

/** The line through one value a day. Days between two corners lie on the line and are left out. */
export function trendPath(values: readonly number[], top: number): string {
  const isCorner = (value: number, day: number) => {
    const [before, after] = [values[day - 1], values[day + 1]]
    return before === undefined || after === undefined || value - before !== after - value
  }
  const points = values.flatMap((value, day) =>
    isCorner(value, day) ? [`${day} ${Number(heightOf(value, top).toFixed(2))}`] : [],
  )
  // A single day is a line across the whole width, of no length: drawn as the point that it is.
  return points.length === 0 ? '' : `M${points.join('L')}${values.length === 1 ? 'h0' : ''}`
}
