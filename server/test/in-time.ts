import { availableParallelism, loadavg } from 'node:os'

/** A promise about time, in ms, is for a machine that has nothing else to do: a busy one keeps it as much later as it is busier. */
export function inTime(ms: number): number {
  const [load = 0] = loadavg()
  return ms * Math.max(1, load / availableParallelism())
}
