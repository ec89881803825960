import { availableParallelism } from 'node:os'
import process from 'node:process'

/**
 * Describes when, for how long and on which machine a group was measured. The load average before the run shows if the machine was busy.
 */
export const measuredText = (of: { minutes: number; loadBefore: number; quick: boolean }): string => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format()
  const took = of.minutes < 1 ? 'less than a minute' : `${Math.round(of.minutes)} min`
  const few = of.quick ? ' With --quick: with fewer samples than the notes say.' : ''
  return `${day}, ${took}, Node ${process.version}, ${availableParallelism()} cores, load ${of.loadBefore.toFixed(1)} before.${few}`
}
