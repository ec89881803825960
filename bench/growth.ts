import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawChart } from './chart.ts'
import { observation, type Row } from './row.ts'
import { median, quantile } from './statistics.ts'

/** Cost of one request at a given data size: server CPU in µs for each round, and latency in ms for each response. */
export type Cost = { size: number; cpu: readonly number[]; waits: readonly number[] }

/** Growth of a request's cost with the data size. */
export type Growth = { what: string; costs: readonly Cost[] }

const cpuTicks = [10, 100, 1_000, 10_000, 100_000]
const count = (value: number): string => Math.round(value).toLocaleString('en-US')
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
/** In µs. */
const cpuText = (value: number): string => (value < 1_000 ? `${Math.round(value)} µs` : ms(value / 1_000))

/** A row for each size, with how many times the cost at the smallest it is. */
export const growthRows = ({ what, costs }: Growth, { of, how }: { of: string; how: string }): Row[] => {
  const [first] = costs
  return costs.map(({ size, cpu, waits }) => {
    const times = first === undefined ? 1 : median(cpu) / median(first.cpu)
    return observation(
      `${what}, ${count(size)} ${of}`,
      `${cpuText(median(cpu))} of CPU`,
      `${times.toFixed(2)}× as much as with ${count(first?.size ?? size)}; answered within ${ms(median(waits))} at the median, ${ms(quantile(waits, 0.99))} for 99 of 100; ${how}`,
    )
  })
}

/** Draws CPU against size into `docs/images`. */
export const drawGrowth = (file: string, growths: readonly Growth[], { title, of }: { title: string; of: string }) => {
  const sizes = [...new Set(growths.flatMap(({ costs }) => costs.map(({ size }) => size)))].toSorted((a, b) => a - b)
  const picture = drawChart({
    title,
    x: { title: of, ticks: sizes.map(at => ({ at, text: count(at) })) },
    y: { title: 'CPU for one', ticks: cpuTicks.map(at => ({ at, text: cpuText(at) })) },
    curves: growths.map(({ what, costs }) => ({
      name: what,
      points: costs.map(({ size, cpu }) => ({ x: size, y: median(cpu) })),
    })),
  })
  writeFileSync(fileURLToPath(new URL(`../docs/images/${file}`, import.meta.url)), picture)
}
