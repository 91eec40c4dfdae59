/** Height of the plot in its own units; its width is one unit for each day after the first. */
export const plotHeight = 100

/** Distance of a value from the top of the plot, on an axis from 0 to `top`. */
export const heightOf = (value: number, top: number): number => plotHeight - (value / top) * plotHeight

/** SVG path through one value per day, without points on a straight line between their neighbours. */
export function trendPath(values: readonly number[], top: number): string {
  const isCorner = (value: number, day: number) => {
    const [before, after] = [values[day - 1], values[day + 1]]
    return before === undefined || after === undefined || value - before !== after - value
  }
  const points = values.flatMap((value, day) =>
    isCorner(value, day) ? [`${day} ${Number(heightOf(value, top).toFixed(2))}`] : [],
  )
  // A single day is drawn as a line of no length, which line caps show as a point.
  return points.length === 0 ? '' : `M${points.join('L')}${values.length === 1 ? 'h0' : ''}`
}
